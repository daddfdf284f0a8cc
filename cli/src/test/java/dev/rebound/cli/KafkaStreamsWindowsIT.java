package dev.rebound.cli;

import static dev.rebound.cli.WindowRuns.BY_TIME;
import static dev.rebound.cli.WindowRuns.FROM_EVERYWHERE;
import static dev.rebound.cli.WindowRuns.ONCE;
import static dev.rebound.cli.WindowRuns.REPLAYS;
import static dev.rebound.cli.WindowRuns.SUMS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Through real brokers and with a real kill, every visit is in a window of Kafka Streams', or was
 * dropped as late by its own word.
 */
@Tag("process")
@Tag("thorough")
class KafkaStreamsWindowsIT {
  @TempDir Path folder;
  private WindowRuns windows;

  @BeforeEach
  void onKafkaStreams() {
    windows = new WindowRuns(folder, "name: kafka-streams, workers: 2");
  }

  @Test
  void byCountExactlyOnceSummedUpAndPadded() throws Exception {
    // The brokers are asked each 3 s: in a short baseline all that is known is from before it.
    RealRun run = windows.run(ONCE, SUMS, "workload.state=2KB", "phases.baseline=15s");
    WindowRuns.everyWindowCame(run);
    assertThat(run.result().metrics())
        .as("what the brokers say of 200 windows of 2 KB")
        .hasEntrySatisfying(
            "changelog.size", bytes -> assertThat(bytes).isGreaterThan(200 * 2048.0))
        .hasEntrySatisfying("changelog.rate", records -> assertThat(records).isPositive());
  }

  @Test
  @Tag("long")
  void byCountAtLeastOnce() throws Exception {
    WindowRuns.everyVisitIsInAWindow(windows.run(REPLAYS));
  }

  @Test
  @Tag("long")
  void byTimeExactlyOnce() throws Exception {
    WindowRuns.everyVisitIsInAWindow(windows.run(ONCE, BY_TIME, "workload.state=2KB"));
  }

  /**
   * Visits of an address come from every partition, and those of the killed worker's partitions
   * after newer ones have closed their windows.
   */
  @Test
  void whatCameLateIsNotCalledLost() throws Exception {
    RealRun run = windows.run(REPLAYS, BY_TIME, FROM_EVERYWHERE);
    Results.Audit audit = run.audit(10_000);
    assertThat(run.finding(FindingKind.DROPPED_LATE).count())
        .as("%s", run.log())
        .isPositive()
        .isEqualTo(audit.expected() - audit.distinct());
    assertThat(run.finding(FindingKind.LOST).count()).isZero();
    assertThat(run.judged("lost")).isEqualTo(Verdict.PASS);
    assertThat(run.judged("dropped-late")).isEqualTo(Verdict.FAIL);
    assertThat(run.status()).isEqualTo(1);
  }
}
