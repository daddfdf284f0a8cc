package dev.rebound.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A page that stays open in a headless Chromium, so that a test can scroll, press keys and ask, by
 * the DevTools protocol. Every wait has a limit; closing it ends the browser.
 */
public final class Tab implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Process process;
  private final WebSocket socket;
  private final Map<Integer, CompletableFuture<JsonNode>> waiting;
  private final AtomicInteger last = new AtomicInteger();

  private Tab(
      Process process, WebSocket socket, Map<Integer, CompletableFuture<JsonNode>> waiting) {
    this.process = process;
    this.socket = socket;
    this.waiting = waiting;
  }

  /**
   * Opens a page of so many pixels and waits until it is drawn.
   *
   * @param dark whether the reader prefers dark colours
   */
  public static Tab open(Browser browser, Path page, int width, boolean dark) throws Exception {
    return open(browser, page.toUri(), "#page > *", width, dark);
  }

  /**
   * Opens what is served on this machine.
   *
   * @param drawn selects what is there once it is drawn
   */
  public static Tab open(Browser browser, URI page, String drawn, int width, boolean dark)
      throws Exception {
    Path profile = Files.createTempDirectory(browser.folder(), "tab");
    Process process =
        new ProcessBuilder(
                browser.command(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("browser.log").toFile())
            .start();
    try {
      Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
      HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build();
      WebSocket socket =
          client
              .newWebSocketBuilder()
              .buildAsync(address(client, port(profile)), new Listener(waiting))
              .get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      Tab tab = new Tab(process, socket, waiting);
      tab.send(
          "Emulation.setDeviceMetricsOverride",
          Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
      tab.send(
          "Emulation.setEmulatedMedia",
          Map.of(
              "features",
              List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
      tab.go(page, drawn);
      return tab;
    } catch (Exception e) {
      end(process);
      throw e;
    }
  }

  /** Opens another page in it, likewise. */
  public void go(URI page, String drawn) throws Exception {
    send("Page.navigate", Map.of("url", page.toString()));
    until("document.readyState === 'complete' && document.querySelector('" + drawn + "')");
  }

  private static int port(Path profile) throws Exception {
    Path file = profile.resolve("DevToolsActivePort");
    for (long end = System.nanoTime() + LIMIT.toNanos(); System.nanoTime() < end; ) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (!lines.isEmpty() && !lines.get(0).isBlank()) {
        return Integer.parseInt(lines.get(0).trim());
      }
      Thread.sleep(50);
    }
    throw new IOException(
        "Chromium opened no port: " + Files.readString(profile.resolve("browser.log")));
  }

  private static URI address(HttpClient client, int port) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json"))
            .timeout(LIMIT)
            .build();
    String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    for (JsonNode target : JSON.readTree(body)) {
      if (target.at("/type").asText().equals("page")) {
        return URI.create(target.at("/webSocketDebuggerUrl").asText());
      }
    }
    throw new IOException("Chromium has no page: " + body);
  }

  /** The value of an expression, or what its promise comes to. */
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + answer.at("/exceptionDetails"));
    }
    return answer.at("/result/value");
  }

  /** Waits until an expression is true. */
  public void until(String expression) throws Exception {
    for (long end = System.nanoTime() + LIMIT.toNanos(); System.nanoTime() < end; ) {
      if (evaluate("!!(" + expression + ")").asBoolean()) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError("never true: " + expression);
  }

  /** Turns the wheel over a point of the window. */
  public void wheel(double x, double y, int pixels) throws Exception {
    send(
        "Input.dispatchMouseEvent",
        Map.of("type", "mouseWheel", "x", x, "y", y, "deltaX", 0, "deltaY", pixels));
  }

  /** Presses a key that writes nothing, such as {@code ArrowRight} (39). */
  public void press(String key, int code) throws Exception {
    for (String type : List.of("keyDown", "keyUp")) {
      send(
          "Input.dispatchKeyEvent",
          Map.of("type", type, "key", key, "code", key, "windowsVirtualKeyCode", code));
    }
  }

  private JsonNode send(String method, Map<String, Object> params) throws Exception {
    int id = last.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    String text = JSON.writeValueAsString(Map.of("id", id, "method", method, "params", params));
    socket.sendText(text, true).get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    JsonNode said = answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    if (said.has("error")) {
      throw new IOException(method + ": " + said.at("/error"));
    }
    return said.at("/result");
  }

  @Override
  public void close() {
    try {
      send("Browser.close", Map.of());
      process.waitFor(5, TimeUnit.SECONDS);
    } catch (Exception e) {
      // It is ended below, whatever it answered.
    }
    socket.abort();
    end(process);
  }

  private static void end(Process process) {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
    process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }

  /** Puts the pieces of a message together, and hands it to who asked. */
  private static final class Listener implements WebSocket.Listener {
    private final Map<Integer, CompletableFuture<JsonNode>> waiting;
    private final StringBuilder text = new StringBuilder();

    Listener(Map<Integer, CompletableFuture<JsonNode>> waiting) {
      this.waiting = waiting;
    }

    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean isLast) {
      text.append(data);
      socket.request(1);
      if (isLast) {
        String whole = text.toString();
        text.setLength(0);
        try {
          JsonNode message = JSON.readTree(whole);
          CompletableFuture<JsonNode> asked = waiting.remove(message.at("/id").asInt());
          if (asked != null) {
            asked.complete(message);
          }
        } catch (IOException e) {
          waiting.values().forEach(answer -> answer.completeExceptionally(e));
        }
      }
      return CompletableFuture.completedStage(null);
    }
  }
}
