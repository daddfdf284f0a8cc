package dev.rebound.lab.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Times of requests to a service that stands still for seconds; asserts times of the machine. */
@Tag("process")
@Tag("alone")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StandstillIT {
  @TempDir Path folder;
  private HttpServer server;
  private final ExecutorService handlers = Executors.newCachedThreadPool();
  private final CountDownLatch over = new CountDownLatch(1);

  @BeforeEach
  void server() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(handlers);
    server.start();
  }

  @AfterEach
  void close() {
    over.countDown();
    server.stop(0);
    handlers.shutdownNow();
  }

  /** Answers nobody before this time, in milliseconds since the epoch. */
  private String serveFrom(long time) {
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          try {
            if (System.currentTimeMillis() < time) {
              over.await();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.sendResponseHeaders(201, -1);
          exchange.close();
        });
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/activations";
  }

  /** Who waits for room while the service stands still is no better off than who had it. */
  @Test
  void aRequestsTimeRunsFromWhenItWasIntendedRoomOrNot() throws Exception {
    long standstill = 4_000;
    long timeout = 1_500;
    long late = 1_200; // by which the generator itself may be
    long start = System.currentTimeMillis() + 1_000;
    String url = serveFrom(start + standstill);
    Sent sent =
        Sent.send(
            Sent.properties(
                folder,
                url,
                "rate",
                "100",
                "records",
                "600",
                "connections",
                "10",
                "timeoutMillis",
                Long.toString(timeout),
                "start",
                Long.toString(start * 1000)));

    assertThat(sent.requests()).hasSize(600);
    long left =
        sent.requests().stream().filter(r -> r.outcome() == RequestOutcome.NOT_SENT).count();
    assertThat(sent.last().path("notSent").asLong()).isEqualTo(left);
    assertThat(sent.last().path("sent").asLong()).isEqualTo(600 - left);
    assertThat(sent.last().path("blockedMillis").asDouble()).isGreaterThan(1_000);
    assertThat(sent.requests())
        .filteredOn(r -> r.intendedMicros() < (start + standstill - timeout - late) * 1000)
        .hasSize(130)
        .noneMatch(r -> r.outcome() == RequestOutcome.ACCEPTED);
    assertThat(sent.requests())
        .filteredOn(r -> r.outcome() == RequestOutcome.ACCEPTED)
        .hasSizeGreaterThan(50)
        .allMatch(r -> r.latencyMicros() < (timeout + late) * 1000);
  }
}
