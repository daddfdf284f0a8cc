package dev.rebound.report.live;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The answer to one request. Every write throws {@link IOException} if the reader has gone, or was
 * dropped because it did not read.
 */
record Reply(HttpExchange exchange, SlowReaders patience) {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final int PART = 1 << 16;

  /** Headers of every answer; a page says which scripts it lets run. */
  void guard() {
    Headers headers = exchange.getResponseHeaders();
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  }

  boolean head() {
    return exchange.getRequestMethod().equals("HEAD");
  }

  /**
   * Sends a page.
   *
   * @param policy its content security policy
   */
  void page(String html, String policy) throws IOException {
    exchange.getResponseHeaders().set("Content-Security-Policy", policy);
    send(html.getBytes(StandardCharsets.UTF_8), "text/html; charset=utf-8");
  }

  void moved(String to) throws IOException {
    exchange.getResponseHeaders().set("Location", to);
    patience.write(() -> exchange.sendResponseHeaders(302, -1));
  }

  /** Says why there is no answer; cuts one short that is under way. */
  void refuse(Refusal refusal) throws IOException {
    if (exchange.getResponseCode() >= 0) {
      throw new IOException(refusal);
    }
    send(refusal.status, (refusal.getMessage() + "\n").getBytes(StandardCharsets.UTF_8), TEXT);
  }

  void send(byte[] body, String type) throws IOException {
    send(200, body, type);
  }

  private void send(int status, byte[] body, String type) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    patience.write(
        () -> {
          exchange.sendResponseHeaders(status, head() || body.length == 0 ? -1 : body.length);
          if (!head()) {
            exchange.getResponseBody().write(body);
            exchange.getResponseBody().close();
          }
        });
  }

  /** Sends a file part by part, as text where its name does not say otherwise. */
  void file(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    boolean binary = name.endsWith(".hlog") || !name.contains(".");
    exchange.getResponseHeaders().set("Content-Type", binary ? "application/octet-stream" : TEXT);
    patience.write(() -> exchange.sendResponseHeaders(200, head() ? -1 : 0));
    if (!head()) {
      byte[] part = new byte[PART];
      try (InputStream in = Files.newInputStream(file)) {
        for (int n = in.read(part); n > 0; n = in.read(part)) {
          int length = n;
          patience.write(() -> exchange.getResponseBody().write(part, 0, length));
        }
      }
      patience.write(() -> exchange.getResponseBody().close());
    }
  }
}
