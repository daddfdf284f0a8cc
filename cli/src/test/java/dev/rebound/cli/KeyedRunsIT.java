package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code experiments/sessions.yaml}, {@code experiments/session-window.yaml} and {@code
 * experiments/grouping.yaml}, through real brokers and with a real kill: under exactly-once no
 * alert is false, missing or there twice, every session comes out once and whole, and every count
 * is right.
 */
@Tag("process")
class KeyedRunsIT {
  private static final String STREAMS = "name: kafka-streams, workers: 2";
  private static final String FLINK = "name: flink, workers: 2, spares: 1, threads: 2";

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
  void groupingOnKafkaStreams() throws Exception {
    allIsRight("grouping", STREAMS);
  }

  @Test
  @Tag("long")
  void groupingOnFlink() throws Exception {
    allIsRight("grouping", FLINK);
  }

  private void allIsRight(String workload, String engine) throws Exception {
    RealRun run =
        new RealRun(
            runs,
            "experiments/" + workload + ".yaml",
            RealRun.WITHOUT_CACHE,
            List.of(
                "engine={ %s, guarantee: exactly-once, commit-interval: 1s, jvm: [-XX:TieredStopAtLevel=1] }"
                    .formatted(engine),
                "phases.warmup=1s",
                "phases.baseline=3s",
                "phases.faults=10s",
                "phases.settle=3s",
                "phases.drain=60s",
                "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]"));
    assertThat(run.results()).as("%s", run.log()).hasSize(1);
    Results results = run.result();
    assertThat(results.faults())
        .singleElement()
        .satisfies(fault -> assertThat(fault.impact()).isEqualTo(Impact.HIT));
    Results.Audit audit = results.audits().get(0);
    assertThat(audit.expected()).isGreaterThan(1_000);
    assertThat(audit.distinct()).as("%s", run.log()).isEqualTo(audit.expected());
    assertThat(audit.findings())
        .filteredOn(finding -> !finding.allowed())
        .allSatisfy(finding -> assertThat(finding.count()).as("%s", finding).isZero());
    assertThat(results.unjudged()).doesNotContainKeys("lost", "diverged", "unexpected");
  }
}
