package dev.rebound.lab.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.workload.RecordFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The generator's account of its requests is held against a server's. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HttpGeneratorTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  static {
    // or headers and body of an answer come 40 ms apart
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  @TempDir Path folder;
  private HttpServer server;
  private final ExecutorService handlers = Executors.newCachedThreadPool();
  private final CountDownLatch over = new CountDownLatch(1);

  /** How often the body of each request was read to its end. */
  private final Map<Long, AtomicInteger> seen = new ConcurrentHashMap<>();

  /** Requests that were read and are not answered. */
  private final AtomicInteger atOnce = new AtomicInteger();

  private final AtomicInteger atOnceMax = new AtomicInteger();

  private interface Handler {
    void handle(long sequence, HttpExchange exchange) throws Exception;
  }

  @BeforeEach
  void server() throws IOException {
    server = HttpServer.create(new InetSocketAddress(HERE, 0), 0);
    server.setExecutor(handlers);
    server.start();
  }

  @AfterEach
  void close() {
    over.countDown();
    server.stop(0);
    handlers.shutdownNow();
  }

  private String serve(Handler handler) {
    server.createContext(
        "/",
        exchange -> {
          long sequence = RecordFormat.sequence(exchange.getRequestBody().readAllBytes());
          seen.computeIfAbsent(sequence, n -> new AtomicInteger()).incrementAndGet();
          atOnceMax.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
          try {
            handler.handle(sequence, exchange);
          } catch (IOException | RuntimeException e) {
            throw e;
          } catch (Exception e) {
            throw new IOException(e);
          }
        });
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/activations";
  }

  private void answer(HttpExchange exchange, int status) throws IOException {
    // before the answer, upon which the next request may come
    atOnce.decrementAndGet();
    byte[] body = "{\"status\":\"%d\"}".formatted(status).getBytes(UTF_8);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private void answer(HttpExchange exchange, int status, String effect) throws IOException {
    exchange.getResponseHeaders().set("Activation-Effect", effect);
    answer(exchange, status);
  }

  private record Fate(RequestOutcome outcome, RequestEnding ending, int status) {}

  private static Fate fate(Request request) {
    return new Fate(request.outcome(), request.ending(), request.status());
  }

  private static final List<Fate> FATES =
      List.of(
          new Fate(RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 201),
          new Fate(RequestOutcome.REFUSED, RequestEnding.ANSWERED, 400),
          new Fate(RequestOutcome.UNKNOWN, RequestEnding.ANSWERED, 503),
          new Fate(RequestOutcome.REFUSED, RequestEnding.ANSWERED, 503),
          new Fate(RequestOutcome.UNKNOWN, RequestEnding.TIMED_OUT, 0),
          new Fate(RequestOutcome.UNKNOWN, RequestEnding.BROKEN, 201),
          new Fate(RequestOutcome.UNKNOWN, RequestEnding.BROKEN, 0),
          new Fate(RequestOutcome.UNKNOWN, RequestEnding.ANSWERED, 409),
          new Fate(RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 202),
          new Fate(RequestOutcome.UNKNOWN, RequestEnding.TIMED_OUT, 200));

  /** Behaves so that each request has its place among the {@link #FATES}. */
  private void behave(long sequence, HttpExchange exchange) throws Exception {
    switch ((int) (sequence % FATES.size())) {
      case 0 -> answer(exchange, 201);
      case 1 -> answer(exchange, 400);
      case 2 -> answer(exchange, 503);
      case 3 -> answer(exchange, 503, "none");
      case 4 -> over.await();
      case 5 -> {
        // the connection closes in the middle of an answer that promises to be one
        exchange.sendResponseHeaders(201, 100);
        exchange.getResponseBody().write(new byte[10]);
        exchange.getResponseBody().flush();
        exchange.close();
      }
      case 6 -> throw new IllegalStateException("the connection closes without an answer");
      case 7 -> answer(exchange, 409);
      case 8 -> {
        exchange.sendResponseHeaders(202, 0);
        try (OutputStream chunks = exchange.getResponseBody()) {
          chunks.write(new byte[300]);
        }
      }
      default -> {
        // headers come, and the rest never does
        exchange.sendResponseHeaders(200, 100);
        exchange.getResponseBody().write(new byte[10]);
        exchange.getResponseBody().flush();
        over.await();
      }
    }
  }

  @Test
  void theLogSaysWhatBecameOfEachRequest() throws Exception {
    Sent sent =
        Sent.send(
            Sent.properties(
                folder,
                serve(this::behave),
                "rate",
                "400",
                "records",
                "100",
                "timeoutMillis",
                "5000"));

    assertThat(sent.requests()).hasSize(100);
    assertThat(sent.inOrder()).isTrue();
    for (int n = 0; n < 100; n++) {
      Request request = sent.requests().get(n);
      assertThat(fate(request)).as("request " + n).isEqualTo(FATES.get(n % FATES.size()));
      assertThat(seen.get((long) n)).as("request " + n).hasValue(1);
      assertThat(request.handed()).isTrue();
      assertThat(request.knownMicros()).isGreaterThanOrEqualTo(request.sentMicros());
      long slot = sent.slots().get(n);
      switch (request.outcome()) {
        case ACCEPTED -> assertThat(slot).isEqualTo(SendLog.ACKNOWLEDGED + n);
        case REFUSED -> assertThat(slot).isEqualTo(SendLog.FAILED);
        case UNKNOWN, IN_FLIGHT -> assertThat(slot).isEqualTo(SendLog.UNKNOWN);
        case NOT_SENT -> assertThat(slot).isEqualTo(SendLog.NOT_SENT);
      }
      if (request.ending() == RequestEnding.TIMED_OUT) {
        // the time runs from when it was given to the client
        assertThat(request.latencyMicros()).isGreaterThan(4_900_000);
      }
    }
    assertThat(sent.last().path("sent").asLong()).isEqualTo(100);
    assertThat(sent.last().path("accepted").asLong()).isEqualTo(20);
    assertThat(sent.last().path("acknowledged").asLong()).isEqualTo(20);
    assertThat(sent.last().path("refused").asLong()).isEqualTo(20);
    assertThat(sent.last().path("failed").asLong()).isEqualTo(20);
    assertThat(sent.last().path("gaveUp").asLong()).isEqualTo(60);
    assertThat(sent.last().path("unknown").asLong()).isEqualTo(60);
    assertThat(sent.last().path("timedOut").asLong()).isEqualTo(20);
    assertThat(sent.last().path("answers2xx").asLong()).isEqualTo(20);
    assertThat(sent.last().path("answers4xx").asLong()).isEqualTo(20);
    assertThat(sent.last().path("answers5xx").asLong()).isEqualTo(20);
    assertThat(sent.last().path("statuses").asText()).contains("409 x 10, 503 x 20");
    assertThat(sent.last().path("inFlight").asLong()).isZero();
    assertThat(sent.last().path("done").asBoolean()).isTrue();
    assertThat(sent.last().path("complete").asBoolean()).isFalse();
    assertThat(sent.last().path("lastError").asText()).isNotEmpty();
  }

  @Test
  void methodAddressAndHeadersAreAsAsked() throws Exception {
    Set<String> got = ConcurrentHashMap.newKeySet();
    server.createContext(
        "/orders",
        exchange -> {
          String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
          got.add(
              String.join(
                  " ",
                  exchange.getRequestMethod(),
                  exchange.getRequestURI().toString(),
                  exchange.getRequestHeaders().getFirst("X-Number"),
                  String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                  body.replaceAll(":[0-9]{16}", ":T")));
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/orders/${n}";
    for (String method : List.of("PUT", "GET")) {
      Sent sent =
          Sent.send(
              Sent.properties(
                  folder,
                  url,
                  "rate",
                  "50",
                  "records",
                  "2",
                  "method",
                  method,
                  "headers",
                  "X-Number: no ${n}\ncontent-type: text/x"),
              dev.rebound.oracle.request.Requests.KIND);
      assertThat(sent.requests())
          .extracting(Request::outcome)
          .containsOnly(RequestOutcome.ACCEPTED);
    }
    assertThat(got)
        .containsExactlyInAnyOrder(
            "PUT /orders/0 no 0 text/x {\"id\":\"0:0:T\",\"n\":0}",
            "PUT /orders/1 no 1 text/x {\"id\":\"0:1:T\",\"n\":1}",
            "GET /orders/0 no 0 text/x ",
            "GET /orders/1 no 1 text/x ");
  }

  @Test
  void aConnectionThatIsRefusedTakesNoRequest() throws Exception {
    String url = serve((n, exchange) -> answer(exchange, 201));
    Sent sent =
        Sent.send(
            Sent.properties(
                folder,
                url + ",http://127.0.0.1:" + Ports.unused() + "/",
                "rate",
                "200",
                "records",
                "40"));

    for (int n = 0; n < 40; n++) {
      Request request = sent.requests().get(n);
      assertThat(request.target()).isEqualTo(n % 2);
      if (n % 2 == 0) {
        assertThat(fate(request))
            .isEqualTo(new Fate(RequestOutcome.ACCEPTED, RequestEnding.ANSWERED, 201));
        assertThat(seen.get((long) n)).hasValue(1);
      } else {
        assertThat(fate(request))
            .isEqualTo(new Fate(RequestOutcome.REFUSED, RequestEnding.NOT_CONNECTED, 0));
        assertThat(request.handed()).isFalse();
        assertThat(sent.slots().get(n)).isEqualTo(SendLog.FAILED);
        assertThat(seen).doesNotContainKey((long) n);
      }
    }
    assertThat(sent.last().path("notConnected").asLong()).isEqualTo(20);
    assertThat(sent.last().path("complete").asBoolean()).isTrue();
  }

  @Test
  void aConnectionThatIsNeverMadeTakesNoRequest() throws Exception {
    List<Socket> fill = new ArrayList<>();
    try (ServerSocket deaf = new ServerSocket(0, 1, HERE)) {
      // once its backlog is full, the system leaves those who want to connect without an answer
      boolean full = false;
      while (!full && fill.size() < 64) {
        Socket socket = new Socket();
        fill.add(socket);
        try {
          socket.connect(deaf.getLocalSocketAddress(), 300);
        } catch (SocketTimeoutException e) {
          full = true;
        }
      }
      org.junit.jupiter.api.Assumptions.assumeTrue(full, "this system has no end of backlog");
      Sent sent =
          Sent.send(
              Sent.properties(
                  folder,
                  "http://127.0.0.1:" + deaf.getLocalPort() + "/",
                  "rate",
                  "50",
                  "records",
                  "10",
                  "timeoutMillis",
                  "20000"));
      assertThat(sent.requests())
          .hasSize(10)
          .allSatisfy(
              request -> {
                assertThat(fate(request))
                    .isEqualTo(new Fate(RequestOutcome.REFUSED, RequestEnding.NOT_CONNECTED, 0));
                assertThat(request.handed()).isFalse();
              });
    } finally {
      for (Socket socket : fill) {
        socket.close();
      }
    }
  }

  @Test
  void anOpenModelKeepsItsScheduleWhileTheServerStalls() throws Exception {
    CountDownLatch fifty = new CountDownLatch(50);
    String url =
        serve(
            (n, exchange) -> {
              // nobody is answered before fifty are there
              fifty.countDown();
              fifty.await();
              answer(exchange, 201);
            });
    long start = System.currentTimeMillis() * 1000 + 2_000_000;
    Sent sent =
        Sent.send(
            Sent.properties(
                folder, url, "rate", "250", "records", "100", "start", Long.toString(start)));

    assertThat(atOnceMax.get()).isGreaterThanOrEqualTo(50);
    assertThat(sent.requests()).hasSize(100);
    for (int n = 0; n < 100; n++) {
      Request request = sent.requests().get(n);
      assertThat(request.intendedMicros()).isEqualTo(start + n * 4_000L);
      assertThat(sent.intendedBySendLog().get(n)).isEqualTo(request.intendedMicros());
      assertThat(request.outcome()).isEqualTo(RequestOutcome.ACCEPTED);
    }
    // what was due first waited for the fiftieth
    assertThat(sent.requests().get(0).latencyMicros()).isGreaterThanOrEqualTo(49 * 4_000L);
    assertThat(sent.last().path("complete").asBoolean()).isTrue();
    assertThat(sent.last().path("dueRecords").asLong()).isEqualTo(100);
  }

  @Test
  void aBoundOnRequestsInFlightMakesOthersWaitAndTheirLatencySaysSo() throws Exception {
    String url =
        serve(
            (n, exchange) -> {
              Thread.sleep(100);
              answer(exchange, 201);
            });
    Sent sent =
        Sent.send(
            Sent.properties(folder, url, "rate", "1000", "records", "30", "connections", "5"));

    assertThat(atOnceMax.get()).isLessThanOrEqualTo(5);
    long start = sent.requests().get(0).intendedMicros();
    for (int n = 0; n < 30; n++) {
      assertThat(sent.requests().get(n).intendedMicros()).isEqualTo(start + n * 1_000L);
      assertThat(sent.requests().get(n).outcome()).isEqualTo(RequestOutcome.ACCEPTED);
    }
    // six rounds of five, the last of which waited for five others
    Request last = sent.requests().get(29);
    assertThat(last.latencyMicros()).isGreaterThan(500_000);
    assertThat(last.sentMicros() - last.intendedMicros()).isGreaterThan(400_000);
    assertThat(sent.last().path("blockedMillis").asDouble()).isGreaterThan(50);
  }

  @Test
  void usersSendTheirNextRequestWhenTheLastIsAnswered() throws Exception {
    String url =
        serve(
            (n, exchange) -> {
              if (n % 5 == 0) {
                answer(exchange, 400);
              } else {
                answer(exchange, 201);
              }
            });
    Sent sent =
        Sent.send(Sent.properties(folder, url, "users", "3", "records", "60", "thinkMillis", "10"));

    assertThat(atOnceMax.get()).isLessThanOrEqualTo(3);
    assertThat(sent.requests()).hasSize(60);
    assertThat(sent.requests()).filteredOn(r -> r.outcome() == RequestOutcome.ACCEPTED).hasSize(48);
    assertThat(sent.requests()).filteredOn(r -> r.outcome() == RequestOutcome.REFUSED).hasSize(12);
    long before = 0;
    for (int n = 0; n < 60; n++) {
      Request request = sent.requests().get(n);
      assertThat(sent.intendedBySendLog().get(n)).isEqualTo(request.intendedMicros());
      assertThat(request.intendedMicros()).isGreaterThanOrEqualTo(before);
      before = request.intendedMicros();
    }
    // one of them thought nineteen times
    assertThat(before - sent.requests().get(0).intendedMicros()).isGreaterThan(19 * 10_000L);
    assertThat(sent.last().path("complete").asBoolean()).isTrue();
  }

  @Test
  void oneUserIsNeverAheadOfItsAnswer() throws Exception {
    Sent sent =
        Sent.send(
            Sent.properties(
                folder,
                serve((n, exchange) -> answer(exchange, 201)),
                "users",
                "1",
                "records",
                "50"));
    assertThat(atOnceMax).hasValue(1);
    for (int n = 1; n < 50; n++) {
      assertThat(sent.requests().get(n).intendedMicros())
          .isGreaterThanOrEqualTo(sent.requests().get(n - 1).knownMicros());
    }
  }

  /** Tells a load to stop once its server has seen so many requests. */
  private void stopAfter(int requests) throws IOException {
    while (seen.size() < requests) {
      java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
    }
    Files.writeString(folder.resolve("control"), "stop\n");
  }

  private Thread stopper(int requests) {
    Thread thread =
        new Thread(
            () -> {
              try {
                stopAfter(requests);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void itStopsInOrderWhenItIsToldTo() throws Exception {
    String url = serve((n, exchange) -> answer(exchange, 201));
    stopper(40);
    Sent sent = Sent.send(Sent.properties(folder, url, "rate", "200"));

    assertThat(sent.inOrder()).isTrue();
    assertThat(sent.requests()).hasSizeGreaterThanOrEqualTo(40);
    assertThat(sent.requests()).allMatch(request -> request.outcome() == RequestOutcome.ACCEPTED);
    assertThat(seen).hasSameSizeAs(sent.requests());
    assertThat(sent.last().path("complete").asBoolean()).isTrue();
    assertThat(sent.last().path("dueRecords").asLong()).isEqualTo(sent.requests().size());
  }

  @Test
  void whatWasDueAndHadNoRoomAtTheEndIsInTheLogAsNotSent() throws Exception {
    String url = serve((n, exchange) -> over.await());
    stopper(2);
    Sent sent =
        Sent.send(
            Sent.properties(
                folder, url, "rate", "10000", "connections", "2", "timeoutMillis", "1000"));

    List<Request> left =
        sent.requests().stream().filter(r -> r.outcome() == RequestOutcome.NOT_SENT).toList();
    assertThat(left).isNotEmpty();
    long start = sent.requests().get(0).intendedMicros();
    for (int n = 0; n < sent.requests().size(); n++) {
      Request request = sent.requests().get(n);
      assertThat(request.intendedMicros()).isEqualTo(start + (long) (n * 1e6 / 10_000));
      if (request.outcome() == RequestOutcome.NOT_SENT) {
        assertThat(seen).doesNotContainKey((long) n);
        assertThat(sent.slots().get(n)).isEqualTo(SendLog.NOT_SENT);
      } else {
        RequestOutcome outcome = request.handed() ? RequestOutcome.UNKNOWN : RequestOutcome.REFUSED;
        assertThat(fate(request)).isEqualTo(new Fate(outcome, RequestEnding.TIMED_OUT, 0));
      }
    }
    assertThat(seen.keySet())
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(n -> assertThat(sent.requests().get(Math.toIntExact(n)).handed()).isTrue());
    assertThat(sent.last().path("complete").asBoolean()).isFalse();
    assertThat(sent.last().path("notSent").asLong()).isEqualTo(left.size());
  }

  @Test
  void aServerThatDiesAgainAndAgainNeverSeesWhatIsSaidToBeUnsentAndNothingTwice() throws Exception {
    try (RawServer raw = new RawServer(true)) {
      Thread storm =
          new Thread(
              () -> {
                try {
                  for (int i = 0; i < 8; i++) {
                    Thread.sleep(200 + 17 * i);
                    raw.kill();
                    Thread.sleep(60);
                    raw.restart();
                  }
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      storm.setDaemon(true);
      storm.start();
      Sent sent =
          Sent.send(
              Sent.properties(
                  folder,
                  "http://127.0.0.1:" + raw.port() + "/",
                  "rate",
                  "600",
                  "records",
                  "2000",
                  "timeoutMillis",
                  "3000"));
      storm.join(30_000);

      assertThat(sent.requests()).hasSize(2000);
      int[] counts = new int[RequestOutcome.values().length];
      for (int n = 0; n < 2000; n++) {
        Request request = sent.requests().get(n);
        AtomicInteger times = raw.seen().get((long) n);
        switch (request.outcome()) {
          case ACCEPTED -> assertThat(times).as("request " + n).hasValue(1);
          case REFUSED -> {
            assertThat(times).as("request " + n).isNull();
            assertThat(request.handed()).isFalse();
            assertThat(request.ending()).isIn(RequestEnding.NOT_CONNECTED, RequestEnding.TIMED_OUT);
          }
          case UNKNOWN -> {
            if (times != null) {
              assertThat(times).as("request " + n).hasValue(1);
            }
          }
          case NOT_SENT, IN_FLIGHT -> throw new AssertionError(n + ": " + request);
        }
        counts[java.util.Arrays.asList(RequestOutcome.values()).indexOf(request.outcome())]++;
      }
      List<RequestOutcome> outcomes = List.of(RequestOutcome.values());
      assertThat(counts[outcomes.indexOf(RequestOutcome.ACCEPTED)]).isGreaterThan(500);
      assertThat(counts[outcomes.indexOf(RequestOutcome.REFUSED)]).isPositive();
    }
  }

  @Test
  void bytesAreThoseOnTheWire() throws Exception {
    try (RawServer raw = new RawServer(true)) {
      Sent sent =
          Sent.send(
              Sent.properties(
                  folder,
                  "http://127.0.0.1:" + raw.port() + "/activations/rest?a=b",
                  "rate",
                  "200",
                  "records",
                  "20"));
      // the last answer is read before it is counted here
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      long in = sent.requests().stream().mapToLong(Request::bytesIn).sum();
      while (raw.bytesOut() < in && System.nanoTime() < deadline) {
        Thread.sleep(5);
      }
      assertThat(sent.requests().stream().mapToLong(Request::bytesOut).sum())
          .isEqualTo(raw.bytesIn());
      assertThat(in).isEqualTo(raw.bytesOut());
      assertThat(sent.last().path("bytes").asLong()).isEqualTo(raw.bytesIn());
      assertThat(sent.last().path("bytesIn").asLong()).isEqualTo(raw.bytesOut());
    }
  }
}
