package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code experiments/sessions.yaml}, {@code experiments/session-window.yaml} and {@code
 * experiments/grouping.yaml}, through real brokers and with a real kill: under exactly-once no
 * alert is false, missing or there twice, every session comes out once and whole, and every count
 * is right. Where outputs come at least once, sessions may come again, and are whole each time.
 */
@Tag("process")
@Tag("thorough")
class KeyedRunsIT {
  private static final String STREAMS = "name: kafka-streams, workers: 2";
  private static final String FLINK = "name: flink, workers: 2, spares: 1, threads: 2";
  private static final String JET = "name: jet, workers: 2";
  private static final String SPARK = "name: spark, workers: 2";

  @TempDir Path runs;

  @Test
  void sessionsOnKafkaStreams() throws Exception {
    allIsRight("sessions", STREAMS);
  }

  @Test
  @Tag("long")
  void sessionsOnFlink() throws Exception {
    allIsRight("sessions", FLINK);
  }

  @Test
  @Tag("long")
  void sessionWindowsOnKafkaStreams() throws Exception {
    allIsRight("session-window", STREAMS);
  }

  @Test
  @Tag("long")
  void sessionWindowsOnFlink() throws Exception {
    allIsRight("session-window", FLINK);
  }

  @Test
  @Tag("long")
  void sessionWindowsOnJet() throws Exception {
    allIsRight("session-window", JET);
  }

  /** States are exactly-once, and what comes again is judged so. A new executor takes its time. */
  @Test
  @Tag("long")
  void sessionWindowsOnSpark() throws Exception {
    allIsRight("session-window", SPARK, "engine.guarantee=at-least-once", "phases.drain=2m");
  }

  @Test
  @Tag("long")
  void groupingOnKafkaStreams() throws Exception {
    allIsRight("grouping", STREAMS);
  }

  @Test
  @Tag("long")
  void groupingOnFlink() throws Exception {
    allIsRight("grouping", FLINK);
  }

  /** A job without state, whose records are known by a header: every line is audited. */
  @Test
  void grepOnKafkaStreams() throws Exception {
    allIsRight("grep", STREAMS);
  }

  @Test
  @Tag("long")
  void grepOnFlink() throws Exception {
    allIsRight("grep", FLINK);
  }

  private void allIsRight(String workload, String engine, String... settings) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "engine={ %s, guarantee: exactly-once, commit-interval: 1s, jvm: [-XX:TieredStopAtLevel=1] }"
                    .formatted(engine),
                "phases.warmup=1s",
                "phases.baseline=3s",
                "phases.faults=10s",
                "phases.settle=3s",
                "phases.drain=60s",
                "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]"));
    all.addAll(List.of(settings));
    RealRun run =
        new RealRun(runs, "experiments/" + workload + ".yaml", RealRun.WITHOUT_CACHE, all);
    run.everyOutputCame(1_000);
    assertThat(run.result().unjudged()).doesNotContainKeys("lost", "diverged", "unexpected");
  }
}
