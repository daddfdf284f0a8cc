package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped example of a service that is declared in its file alone, through a real kill. */
@Tag("process")
@Tag("thorough")
class ServiceRunsIT {
  private static final String HELLO =
      """
      import com.sun.net.httpserver.HttpServer;
      import java.net.InetSocketAddress;

      class Hello {
        public static void main(String[] args) throws Exception {
          int port = Integer.parseInt(System.getenv("REBOUND_PORT"));
          HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
          server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
          });
          server.start();
        }
      }
      """;

  /** The same in which a worker refuses all in its second life, by the folder that it notes in. */
  private static final String HALF =
      HELLO
          .replace("class Hello", "class Half")
          .replace(
              "HttpServer server",
              """
              java.nio.file.Path lived =
                  java.nio.file.Path.of(System.getenv("LIVES"), System.getenv("REBOUND_WORKER"));
              int status = java.nio.file.Files.exists(lived) ? 503 : 200;
              java.nio.file.Files.writeString(lived, "");
              HttpServer server""")
          .replace("200, -1", "status, -1");

  @TempDir Path runs;

  private RealRun run(String... settings) throws Exception {
    return run("service.yaml", List.of(settings));
  }

  private RealRun run(String file, List<String> settings) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "load.rate=50/s",
                "phases.warmup=1s",
                "phases.baseline=4s",
                "phases.faults=8s",
                "phases.settle=5s"));
    all.addAll(settings);
    RealRun run = new RealRun(runs, "experiments/your-own-job/" + file, RealRun.WITHOUT_CACHE, all);
    assertThat(run.results()).as("%s", run.log()).hasSize(1);
    assertThat(run.result().faults())
        .isNotEmpty()
        .allSatisfy(fault -> assertThat(fault.impact()).isEqualTo(Impact.HIT));
    return run;
  }

  /** It answers before it has written: nothing but what was lost is wrong with its rows. */
  @Test
  void whatWasAnsweredAndNotWrittenIsLost() throws Exception {
    RealRun run =
        run(
            "engine.config={ COMMIT: answer-first }",
            "faults=[{ at: 2500ms, kill: worker, restart: { after: 1s } }]");
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("duplicated")).isEqualTo(Verdict.PASS);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.PASS);
    assertThat(run.result().audits().get(0).distinct()).isGreaterThan(300);
    assertThat(run.check()).as("%s", run.log()).isEqualTo(ExitCode.FAIL);
  }

  @Test
  @Tag("long")
  void whatWasWrittenFirstIsThereOnce() throws Exception {
    RealRun run =
        run(
            "faults=[{ at: 1s, kill: worker, restart: { after: 1s } },"
                + " { at: 4s, kill: database, restart: { after: 1s } }]");
    for (String finding : List.of("lost", "duplicated", "unexpected")) {
      assertThat(run.judged(finding)).as("%s, %s", finding, run.log()).isEqualTo(Verdict.PASS);
    }
    assertThat(run.result().metrics().get("requests.failed")).isPositive();
  }

  /** It answers before the brokers have it: nothing but what was lost is wrong with its records. */
  @Test
  @Tag("long")
  void whatWasAnsweredAndNotSentIsLost() throws Exception {
    RealRun run =
        run(
            "service-topic.yaml",
            List.of(
                "engine.config={ COMMIT: answer-first }",
                "faults=[{ at: 2500ms, kill: worker, restart: { after: 1s } }]"));
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("duplicated")).isEqualTo(Verdict.PASS);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.PASS);
    assertThat(run.result().audits().get(0).distinct()).isGreaterThan(300);
  }

  @Test
  @Tag("long")
  void whatTheBrokersHadFirstIsThereOnce() throws Exception {
    RealRun run =
        run(
            "service-topic.yaml",
            List.of("faults=[{ at: 2500ms, kill: worker, restart: { after: 1s } }]"));
    for (String finding : List.of("lost", "duplicated", "unexpected")) {
      assertThat(run.judged(finding)).as("%s, %s", finding, run.log()).isEqualTo(Verdict.PASS);
    }
    assertThat(run.result().audits().get(0).distinct()).isGreaterThan(300);
  }

  @Test
  @Tag("long")
  void withoutATableAnswersAloneAreJudged() throws Exception {
    RealRun run =
        run(
            "engine={ name: service, run: 'java %s', ask: GET /, workers: 1, guarantee: none }"
                .formatted(Files.writeString(runs.resolve("Hello.java"), HELLO)),
            "workload={ name: requests, oracle: none }",
            "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]");
    assertThat(run.judged("never-back")).as("%s", run.log()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("requests.failed-share.undisturbed")).isEqualTo(Verdict.PASS);
    assertThat(run.result().metrics().get("availability.faults")).isLessThan(1);
  }

  /** The other one answers all the time, so that the service is never wholly away for long. */
  @Test
  @Tag("long")
  void aWorkerThatRefusesAllAfterItsKillIsNotHiddenByTheOther() throws Exception {
    RealRun run =
        run(
            "engine={ name: service, run: 'java %s', ask: GET /, workers: 2, guarantee: none, config: { LIVES: %s } }"
                .formatted(Files.writeString(runs.resolve("Half.java"), HALF), runs),
            "workload={ name: requests, oracle: none }",
            "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]",
            "expect={ away.max: < 10s, away.wholly.max: < 5s }");
    assertThat(run.judged("away.max")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("away.wholly.max")).isEqualTo(Verdict.PASS);
    assertThat(run.result().faults())
        .singleElement()
        .satisfies(
            fault ->
                assertThat(fault.away().instance().detail()).isEqualTo(fault.victims().get(0)));
    assertThat(run.check()).as("%s", run.log()).isEqualTo(ExitCode.FAIL);
  }
}
