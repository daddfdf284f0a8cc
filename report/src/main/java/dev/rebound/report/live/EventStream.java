package dev.rebound.report.live;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Server-sent events of one reader: {@code more} when there is more to ask for, {@code end} once,
 * at the end. They carry a version only, and a reader that is slow hears of the latest one, so that
 * nothing piles up.
 */
final class EventStream {
  private static final Duration QUIET = Duration.ofSeconds(10);

  private EventStream() {}

  /** Tells a reader until the run is over or the reader has gone. */
  static void run(HttpExchange exchange, FollowedRun followed, SlowReaders patience)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
    followed.enter();
    try {
      patience.write(() -> exchange.sendResponseHeaders(200, 0));
      OutputStream out = exchange.getResponseBody();
      long seen = 0;
      while (true) {
        FollowedRun.DataVersion state = followed.await(seen, QUIET);
        String text =
            state.over()
                ? event("end", state.version())
                : state.version() > seen ? event("more", state.version()) : ": still here\n\n";
        patience.write(
            () -> {
              out.write(text.getBytes(StandardCharsets.UTF_8));
              out.flush();
            });
        if (state.over()) {
          return;
        }
        seen = state.version();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      followed.leave();
    }
  }

  private static String event(String name, long version) {
    return "event: " + name + "\ndata: " + version + "\n\n";
  }
}
