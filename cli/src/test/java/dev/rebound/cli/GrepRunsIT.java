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
 * {@code experiments/grep.yaml} on both engines, through real brokers and with a real kill: a job
 * without state whose records are known by a header passes an audit of every line.
 */
@Tag("process")
class GrepRunsIT {
  @TempDir Path runs;

  @Test
  void onKafkaStreams() throws Exception {
    linesThatMatchComeOnceEach("name: kafka-streams, workers: 2");
  }

  @Test
  @Tag("long")
  void onFlink() throws Exception {
    linesThatMatchComeOnceEach("name: flink, workers: 2, spares: 1, threads: 2");
  }

  private void linesThatMatchComeOnceEach(String engine) throws Exception {
    RealRun run =
        new RealRun(
            runs,
            "experiments/grep.yaml",
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
  }
}
