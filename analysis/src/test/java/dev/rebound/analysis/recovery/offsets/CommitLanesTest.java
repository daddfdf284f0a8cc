package dev.rebound.analysis.recovery.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.recovery.OffsetProgram;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that is so long that only some of the readings of its commits are looked at. */
class CommitLanesTest {
  private static final long SIGNAL = OffsetProgram.START + OffsetProgram.FAULT;
  private static final long END = OffsetProgram.START + 80_000_000;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {4_000_000, 700, 400, 120, 60})
  void whatIsLateEndsThoughReadingsAreLeftOut(long offsetsMax) throws IOException {
    Evidence evidence = new OffsetProgram(80).stop(25, 37, 1).evidence(folder);
    PhaseTimes baseline = evidence.phases().get(1);
    try (SendLedger ledger =
        new SendLedger(
            evidence.partitions(),
            evidence.workload().placement(),
            evidence.sendLogs(),
            evidence.resolved(),
            evidence.missingAcknowledged(),
            evidence.inputReading())) {
      CommitLanes lanes =
          new CommitLanes(
              Objects.requireNonNull(evidence.commits()),
              ledger,
              new TimeRange(baseline.startMicros(), baseline.endMicros()),
              evidence.promise(),
              offsetsMax);
      CommitLanes.LanesInWatch told =
          lanes.watch(new TimeRange(SIGNAL, END), (from, until) -> Long.MIN_VALUE);
      assertThat(told.unknown()).isEmpty();
      assertThat(told.stalls())
          .isNotEmpty()
          .anyMatch(s -> s.lane() == 0 && s.ended().low() <= SIGNAL + 12_000_000)
          .anyMatch(s -> s.lane() == 0 && s.ended().high() >= SIGNAL + 12_000_000);
      assertThat(told.late()).isNotEmpty().allMatch(s -> s.ended().high() < END - 20_000_000);
      assertThat(told.quietMicros()).isLessThan(END - 20_000_000);
    }
  }
}
