package dev.rebound.engine.flink;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rebound.engine.TellingNode;
import dev.rebound.engine.adapter.Members;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that answers as Flink's REST interface does. */
class RehearsalsTest {
  private static final Duration UNTIL_FIRST = Rehearsals.FIRST.plus(Rehearsals.IDLE).plusSeconds(1);

  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final HttpServer server = server();
  private volatile String state = "RUNNING";
  private volatile boolean refusesCancel;
  private volatile boolean refusesRun;
  private long nowNanos;

  private static HttpServer server() {
    System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer takes 40 ms
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @BeforeEach
  void answers() {
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stops() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    int status = 200;
    String answer = "{}";
    if (path.equals("/taskmanagers")) {
      answer = "{\"taskmanagers\":[{\"id\":\"worker-1\"},{\"id\":\"worker-2\"}]}";
    } else if (path.equals("/jobs/overview")) {
      answer = "{\"jobs\":[{\"jid\":\"main\",\"name\":\"rule-match\",\"state\":\"RUNNING\"}]}";
    } else if (path.endsWith("/run")) {
      asked.add("run " + body);
      status = refusesRun ? 500 : 200;
      answer = "{\"jobid\":\"small\"}";
    } else if (path.endsWith("/status")) {
      status = state.isEmpty() ? 404 : 200;
      answer = "{\"status\":\"" + state + "\"}";
    } else if (exchange.getRequestMethod().equals("PATCH")) {
      asked.add("cancel " + path);
      status = refusesCancel ? 503 : 202;
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private Rehearsals rehearsals() {
    FlinkRest rest = new FlinkRest(() -> "127.0.0.1:" + server.getAddress().getPort());
    return new Rehearsals(
        rest,
        new TaskManagers(
            new Members(
                List.of(
                    new TellingNode("worker-1", FlinkEngine.WORKER),
                    new TellingNode("worker-2", FlinkEngine.WORKER))),
            rest),
        new JobSubmission(Path.of("job.jar"), "", List.of("--group=run"), 1, "out-rehearsal"),
        () -> nowNanos);
  }

  private static FlinkJob job(String state) {
    return new FlinkJob(
        state,
        List.of(
            new FlinkJob.Subtask(
                "rules", 0, 1, "RUNNING", TaskManagerLife.at("worker-1", ""), 0, 0)),
        List.of());
  }

  /** Lets time pass, a second at a time. */
  private void pass(Rehearsals rehearsals, FlinkJob job, Duration duration) {
    for (int second = 0; second < duration.toSeconds(); second++) {
      nowNanos += Duration.ofSeconds(1).toNanos();
      try {
        rehearsals.next("jar", job);
      } catch (IOException e) {
        // as the cluster does: it is tried again
      }
    }
  }

  @Test
  void whoStandsIdleRehearsesOnceUnderANameOfItsOwn() {
    Rehearsals rehearsals = rehearsals();
    pass(rehearsals, job("RUNNING"), UNTIL_FIRST);
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0))
        .contains("\"parallelism\":1")
        .contains("--rehearsal=out-rehearsal")
        .contains("--group=out-rehearsal-1");
    state = "FINISHED";
    pass(rehearsals, job("RUNNING"), Duration.ofMinutes(5));
    assertThat(asked).hasSize(1);
  }

  @Test
  void itIsCancelledAgainAndAgainUntilItHasEndedOnceTheJobFails() {
    Rehearsals rehearsals = rehearsals();
    pass(rehearsals, job("RUNNING"), UNTIL_FIRST);
    refusesCancel = true;
    pass(rehearsals, job("RESTARTING"), Duration.ofSeconds(3));
    refusesCancel = false;
    pass(rehearsals, job("RUNNING"), Duration.ofSeconds(2));
    assertThat(asked.subList(1, asked.size())).hasSize(5).containsOnly("cancel /jobs/small");
    state = "CANCELED";
    pass(rehearsals, job("RUNNING"), Rehearsals.IDLE.plusSeconds(3));
    assertThat(asked.get(asked.size() - 1)).contains("--group=out-rehearsal-2");
  }

  @Test
  void itIsCancelledWhenItTakesTooLong() {
    Rehearsals rehearsals = rehearsals();
    pass(rehearsals, job("RUNNING"), UNTIL_FIRST.plus(Rehearsals.LIMIT));
    assertThat(asked.get(asked.size() - 1)).isEqualTo("cancel /jobs/small");
  }

  @Test
  void oneThatFlinkNoLongerKnowsHasEnded() {
    Rehearsals rehearsals = rehearsals();
    pass(rehearsals, job("RUNNING"), UNTIL_FIRST);
    state = "";
    pass(rehearsals, job("RUNNING"), Rehearsals.IDLE.plusSeconds(3));
    assertThat(asked).hasSize(2);
  }

  @Test
  void whatIsRefusedAgainAndAgainIsGivenUp() {
    Rehearsals rehearsals = rehearsals();
    refusesRun = true;
    pass(rehearsals, job("RUNNING"), Duration.ofMinutes(10));
    assertThat(asked).hasSize(Rehearsals.MISSES_MAX + 1);
  }

  @Test
  void nothingIsStartedWhileTheJobDoesNotRun() {
    pass(rehearsals(), job("RESTARTING"), Duration.ofMinutes(5));
    assertThat(asked).isEmpty();
  }
}
