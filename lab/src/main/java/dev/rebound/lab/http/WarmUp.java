package dev.rebound.lab.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Requests to a server of the generator's own, so that the client's code is loaded and compiled
 * before the schedule starts and the first requests do not carry that time.
 */
final class WarmUp {
  /** The server's own, or headers and body of an answer come 40 ms apart. */
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  private static final int REQUESTS = 300;
  private static final long LIMIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private WarmUp() {}

  /**
   * Returns within a few seconds, whatever comes of it.
   *
   * @return how many requests were answered
   */
  static int run(HttpClient client) throws InterruptedException {
    if (System.getProperty(NO_DELAY) == null) {
      System.setProperty(NO_DELAY, "true");
    }
    int answered = 0;
    HttpServer server = null;
    try {
      InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      server = HttpServer.create(new InetSocketAddress(here, 0), 0);
      server.createContext(
          "/",
          exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(201, 2);
            exchange.getResponseBody().write(new byte[] {'{', '}'});
            exchange.close();
          });
      server.start();
      URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
      long end = System.nanoTime() + LIMIT_NANOS;
      while (answered < REQUESTS && System.nanoTime() < end) {
        client.send(
            HttpRequest.newBuilder(uri)
                .header("Content-Type", HeaderBytes.CONTENT_TYPE)
                .header("User-Agent", HeaderBytes.USER_AGENT)
                .timeout(TIMEOUT)
                .POST(new OnceBody(new byte[512], () -> true))
                .build(),
            HttpResponse.BodyHandlers.discarding());
        answered++;
      }
    } catch (IOException e) {
      // Then the first requests are slower, which their log shows.
    } finally {
      if (server != null) {
        server.stop(0);
      }
    }
    return answered;
  }
}
