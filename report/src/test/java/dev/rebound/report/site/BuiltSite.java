package dev.rebound.report.site;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The site of the pages of {@code docs/} as it was built, served on this machine as it will be. The
 * browser tells it whatever a page asks of anybody else.
 */
final class BuiltSite implements AutoCloseable {
  /** What its pages lie below, as on the project's own address. */
  static final String BASE = "/rebound/";

  private static final String REPORTS = "/asked-of-others";
  private static final Pattern LINK = Pattern.compile("\\s(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ANCHOR = Pattern.compile("\\s(?:id|name)=\"([^\"]*)\"");
  private static final Pattern REPOSITORY =
      Pattern.compile("https://github\\.com/[\\w-]+/[\\w-]+/(?:blob|tree|edit)/main/([^#]*).*");

  /** Whatever a browser loads when it reads this. */
  private static final List<Pattern> LOADS =
      Stream.of(
              "<(?:script|img|iframe|source|audio|video|embed|object|input)\\b[^>]*\\s(?:src|srcset|data)=[\"']?(?:https?:)?//[^\"'\\s>]*",
              "<link\\b(?=[^>]*rel=\"(?:[^\"]*\\s)?(?:stylesheet|icon|manifest|preload|prefetch|modulepreload|preconnect|dns-prefetch))[^>]*href=[\"']?(?:https?:)?//[^\"'\\s>]*",
              "url\\(\\s*[\"']?(?:https?:)?//[^)]*",
              "@import\\s+[\"'](?:https?:)?//[^\"']*",
              "(?:\\b(?:fetch|import|importScripts|Worker|EventSource|WebSocket)\\(\\s*|\\bimport\\s+(?:[^;\"']*\\sfrom\\s+)?|\\.(?:src|href)\\s*=\\s*)[\"'`](?:https?:|wss?:)?//[^\"'`]*",
              "https?://(?:unpkg\\.com|cdn\\.|cdnjs\\.|fonts\\.|polyfill)[^\"'`\\s]*")
          .map(Pattern::compile)
          .toList();

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css",
          "js", "text/javascript",
          "json", "application/json",
          "svg", "image/svg+xml",
          "png", "image/png",
          "xml", "application/xml");

  private final Path folder;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();

  BuiltSite(Path folder) throws IOException {
    this.folder = folder;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(BASE, this::answer);
    server.createContext(
        REPORTS,
        exchange -> {
          asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
  }

  /** A page by its path below the site's. */
  URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + BASE + path);
  }

  /** What pages asked of others so far, in the browser's words. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  /** The pages, as paths below the site's: {@code faults/}. */
  List<String> pages() throws IOException {
    return files(".html")
        .filter(file -> file.endsWith("index.html"))
        .map(file -> folder.relativize(file.getParent()) + "/")
        .map(path -> path.equals("/") ? "" : path)
        .sorted()
        .toList();
  }

  /**
   * The links of all pages that lead to no file, or to nothing of that name in it, each with its
   * page. Those into the repository lead to its files.
   */
  List<String> deadLinks(Path repository) throws IOException {
    List<String> dead = new ArrayList<>();
    for (Path file :
        files(".html").filter(file -> !file.startsWith(folder.resolve("gallery/"))).toList()) {
      String page = Files.readString(file);
      for (MatchResult link : LINK.matcher(page).results().toList()) {
        String target = link.group(1).replace("&amp;", "&");
        if (!leads(target, file, page, repository)) {
          dead.add(folder.relativize(file) + ": " + target);
        }
      }
    }
    return dead;
  }

  private boolean leads(String target, Path file, String page, Path repository) throws IOException {
    var inRepository = REPOSITORY.matcher(target);
    if (inRepository.matches()) {
      return Files.exists(repository.resolve(decoded(inRepository.group(1))));
    }
    if (target.isEmpty() || target.matches("(?:https?|data|mailto):.*")) {
      return true;
    }
    int hash = target.indexOf('#');
    String path =
        decoded((hash < 0 ? target : target.substring(0, hash)).replaceFirst("\\?.*", ""));
    Path found =
        path.isEmpty()
            ? file
            : path.startsWith("/")
                ? folder.resolve(path.substring(Math.min(path.length(), BASE.length())))
                : file.resolveSibling(path).normalize();
    found = Files.isDirectory(found) ? found.resolve("index.html") : found;
    if (!Files.isRegularFile(found)) {
      return false;
    }
    String anchor = hash < 0 ? "" : decoded(target.substring(hash + 1));
    String text = found.equals(file) ? page : anchor.isEmpty() ? "" : Files.readString(found);
    return anchor.isEmpty()
        || ANCHOR.matcher(text).results().anyMatch(name -> name.group(1).equals(anchor));
  }

  /** What the files make a browser load from others, each with its file. */
  List<String> loadsFromOthers() throws IOException {
    List<String> loads = new ArrayList<>();
    for (Path file : files(".html", ".css", ".js", ".svg").toList()) {
      String text = Files.readString(file);
      for (Pattern pattern : LOADS) {
        pattern
            .matcher(text)
            .results()
            .forEach(hit -> loads.add(folder.relativize(file) + ": " + hit.group()));
      }
    }
    return loads;
  }

  private Stream<Path> files(String... endings) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
          .sorted()
          .toList()
          .stream();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().substring(BASE.length());
    Path file = folder.resolve(path).normalize();
    file = Files.isDirectory(file) ? file.resolve("index.html") : file;
    boolean there = file.startsWith(folder) && Files.isRegularFile(file);
    byte[] body = Files.readAllBytes(there ? file : folder.resolve("404.html"));
    String ending = file.toString().replaceFirst(".*\\.", "");
    exchange
        .getResponseHeaders()
        .set(
            "Content-Type",
            there ? TYPES.getOrDefault(ending, "application/octet-stream") : TYPES.get("html"));
    exchange
        .getResponseHeaders()
        .set(
            "Content-Security-Policy-Report-Only",
            "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; report-uri " + REPORTS);
    exchange.sendResponseHeaders(there ? 200 : 404, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
