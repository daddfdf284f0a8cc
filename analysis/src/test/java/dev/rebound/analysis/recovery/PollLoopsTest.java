package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Consumers that poll, work and commit: after a kill a poll returns a full batch, so that the first
 * commit comes later than any of the baseline's.
 */
class PollLoopsTest {
  private static final double OUTAGE = 10;

  @TempDir Path folder;

  private OffsetProgram program(double workMillis, int records, double seconds, int killed) {
    double killedAt = OffsetProgram.FAULT / 1e6;
    return new OffsetProgram(120)
        .stop(killedAt, killedAt + seconds, killed)
        .polls(workMillis, records);
  }

  private FaultResult assertHolds(OffsetProgram program) throws IOException {
    FaultResult fault = program.analyse(folder).faults().get(0);
    assertHolds("outage", fault.outage(), program.outage(1));
    assertHolds("recovery", fault.recovery(), program.recovery(1));
    assertHolds("disrupted", fault.disrupted(), program.outage(1));
    return fault;
  }

  private static void assertHolds(String length, Span span, double seconds) {
    assertThat(span.lowMillis())
        .as("%s of %s s: %s", length, seconds, span)
        .isLessThanOrEqualTo((long) (seconds * 1000) + 1);
    assertThat(span.highOrInfinite())
        .as("%s of %s s: %s", length, seconds, span)
        .isGreaterThanOrEqualTo(seconds * 1000 - 1);
  }

  @ParameterizedTest
  @CsvSource({"5, 500, 10", "8, 500, 10", "5, 2000, 10", "5, 500, 4", "1, 500, 10"})
  void aFirstBatchLongerThanAnyOfTheBaselineIsNoPartOfTheOutage(
      double workMillis, int records, double seconds) throws IOException {
    for (int killed = 1; killed <= OffsetProgram.LANES; killed++) {
      assertHolds(program(workMillis, records, seconds, killed));
    }
  }

  @ParameterizedTest
  @CsvSource({"8, 5000", "5, 500"})
  void aBatchThatIsCommittedFirstIsNotDoneYet(double workMillis, int records) throws IOException {
    for (int killed = 1; killed <= OffsetProgram.LANES; killed++) {
      OffsetProgram program = program(workMillis, records, OUTAGE, killed);
      program.commitsAhead = true;
      assertHolds(program);
    }
  }

  @Test
  void outputsThatAllStopNarrowTheFirstGapBetweenCommits() throws IOException {
    FaultResult fault = assertHolds(program(8, 2000, OUTAGE, OffsetProgram.LANES));
    assertThat(fault.outage().lowMillis()).isGreaterThan(9_700);
    assertThat(fault.disrupted().lowMillis()).isGreaterThan(9_700);
  }

  /** The second batch takes nearly as long as the first one, and then the watch ends. */
  @Test
  void aLaneThatIsCaughtUpWithSlowlyWhenTheWatchEndsIsNotSlowerThanTheLoadForSure()
      throws IOException {
    OffsetProgram program = program(8, 2400, 2, 3).signal(30.2);
    FaultResult fault = program.analyse(folder).faults().get(0);
    assertThat((double) fault.outage().lowMillis()).isLessThan(program.outage(1) * 1000 + 1);
  }
}
