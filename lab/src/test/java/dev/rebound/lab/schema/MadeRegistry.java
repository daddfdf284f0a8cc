package dev.rebound.lab.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A registry in memory, which answers as Confluent's does. Ids are 1, 2 and so on. */
final class MadeRegistry implements AutoCloseable {
  private final ObjectMapper json = new ObjectMapper();
  private final HttpServer server;
  private final List<String> schemas = new ArrayList<>();
  private final Map<String, String> languages = new ConcurrentHashMap<>();
  private final Map<String, JsonNode> references = new ConcurrentHashMap<>();
  private final Map<String, TreeMap<Integer, String>> subjects = new TreeMap<>();
  final List<String> authorizations = new CopyOnWriteArrayList<>();
  final List<String> asked = new ArrayList<>();

  /** A status with which it answers everything; 0 for answers of its own. */
  volatile int refusal;

  /** The methods of which that is so. */
  volatile Set<String> refused = Set.of("GET", "POST", "DELETE");

  MadeRegistry() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** As a program does that brings a schema of its own. */
  synchronized int has(String schema) {
    if (!schemas.contains(schema)) {
      schemas.add(schema);
    }
    return schemas.indexOf(schema) + 1;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      String user = exchange.getRequestHeaders().getFirst("Authorization");
      if (user != null) {
        authorizations.add(user);
      }
      synchronized (this) {
        asked.add(exchange.getRequestMethod() + " " + path);
      }
      if (refusal != 0 && refused.contains(exchange.getRequestMethod())) {
        say(exchange, refusal, Map.of("message", "no such luck"));
      } else if (path.startsWith("/schemas/ids/")) {
        int id = Integer.parseInt(path.substring("/schemas/ids/".length()));
        boolean there = id >= 1 && id <= schemas.size();
        say(
            exchange,
            there ? 200 : 404,
            there ? content(schemas.get(id - 1)) : Map.of("error_code", 40403));
      } else {
        List<String> steps = List.of(exchange.getRequestURI().getRawPath().split("/", -1));
        subject(
            exchange,
            URLDecoder.decode(steps.get(2), UTF_8),
            steps.size() > 4 ? Integer.parseInt(steps.get(4)) : 0,
            body);
      }
    }
  }

  /**
   * Of a name, or of its versions.
   *
   * @param version that the path has; 0 for none
   */
  private synchronized void subject(HttpExchange exchange, String name, int version, String body)
      throws IOException {
    TreeMap<Integer, String> versions = subjects.getOrDefault(name, new TreeMap<>());
    if (exchange.getRequestMethod().equals("GET") && version > 0) {
      String its = versions.get(version);
      say(exchange, its == null ? 404 : 200, its == null ? Map.of() : content(its));
      return;
    }
    JsonNode asks = json.readTree(body);
    String schema = asks.path("schema").asText();
    boolean there =
        switch (exchange.getRequestMethod()) {
          case "GET" -> !versions.isEmpty();
          case "DELETE" ->
              version == 0 ? subjects.remove(name) != null : versions.remove(version) != null;
          default -> versions.containsValue(schema);
        };
    if (exchange.getRequestMethod().equals("POST")
        && exchange.getRequestURI().getPath().endsWith("/versions")) {
      if (!there) {
        versions.put(versions.isEmpty() ? 1 : versions.lastKey() + 1, schema);
        subjects.put(name, versions);
        languages.put(schema, asks.path("schemaType").asText("AVRO"));
        references.put(schema, asks.path("references"));
      }
      there = true;
    }
    int its =
        versions.entrySet().stream()
            .filter(entry -> entry.getValue().equals(schema))
            .mapToInt(Map.Entry::getKey)
            .findFirst()
            .orElse(0);
    say(
        exchange,
        there ? 200 : 404,
        its == 0 ? Map.of("error_code", 40401) : Map.of("id", has(schema), "version", its));
  }

  /** Takes a name out without being asked. */
  synchronized void forget(String name) {
    subjects.remove(name);
  }

  /** How many schemas a name has. */
  synchronized int versions(String name) {
    return subjects.getOrDefault(name, new TreeMap<>()).size();
  }

  /** Avro is what is meant where nothing is said. */
  private Map<String, Object> content(String schema) {
    Map<String, Object> content = new TreeMap<>(Map.of("schema", schema));
    String language = languages.getOrDefault(schema, "AVRO");
    if (!language.equals("AVRO")) {
      content.put("schemaType", language);
    }
    JsonNode its = references.get(schema);
    if (its != null && !its.isMissingNode()) {
      content.put("references", its);
    }
    return content;
  }

  private void say(HttpExchange exchange, int status, Map<String, ?> content) throws IOException {
    byte[] bytes = json.writeValueAsBytes(content);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
