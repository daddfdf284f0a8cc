package dev.rebound.analysis.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** What a change of a run, or of what was read of it, may change of its lengths by offsets. */
@Tag("thorough")
class OffsetPropertiesTest {
  private static final List<Function<FaultResult, Span>> LENGTHS =
      List.of(FaultResult::outage, FaultResult::recovery, FaultResult::disrupted);

  private static Path folder = Path.of("");

  @BeforeContainer
  static void make() throws IOException {
    folder = Files.createTempDirectory("offsets");
  }

  @AfterContainer
  static void delete() throws IOException {
    for (String file : List.of("send.log", "committed.bin", "commits.bin")) {
      Files.deleteIfExists(folder.resolve(file));
    }
    Files.delete(folder);
  }

  /** A poll loop, whose consumers of some partitions stand still for tenths of a second. */
  private static OffsetProgram program(int tenths, int lanes, int workMillis, int hundreds) {
    double killed = OffsetProgram.FAULT / 1e6;
    return new OffsetProgram(120)
        .stop(killed, killed + tenths / 10.0, lanes)
        .polls(workMillis, 100 * hundreds);
  }

  private static FaultResult fault(OffsetProgram program) throws IOException {
    return program.analyse(folder).faults().get(0);
  }

  @Property(tries = 40, seed = "1", shrinking = ShrinkingMode.OFF)
  void anOutageThatIsASecondLongerHasNoEndThatIsShorter(
      @ForAll @IntRange(min = 20, max = 150) int tenths,
      @ForAll @IntRange(min = 10, max = 100) int longer,
      @ForAll @IntRange(min = 1, max = 4) int lanes,
      @ForAll @IntRange(min = 1, max = 8) int workMillis,
      @ForAll @IntRange(min = 1, max = 50) int hundreds)
      throws IOException {
    FaultResult one = fault(program(tenths, lanes, workMillis, hundreds));
    FaultResult other = fault(program(tenths + longer, lanes, workMillis, hundreds));
    for (Function<FaultResult, Span> length : LENGTHS) {
      Span before = length.apply(one);
      Span after = length.apply(other);
      assertThat(after.highOrInfinite())
          .as("%s, then %s", before, after)
          .isGreaterThanOrEqualTo(before.highOrInfinite());
    }
    assertThat(other.outage().lowMillis())
        .as("%s, then %s", one.outage(), other.outage())
        .isGreaterThanOrEqualTo(one.outage().lowMillis());
  }

  @Property(tries = 40, seed = "1", shrinking = ShrinkingMode.OFF)
  void fewerReadingsStillHoldTheTruth(
      @ForAll @IntRange(min = 20, max = 150) int tenths,
      @ForAll @IntRange(min = 2, max = 6) int every,
      @ForAll @IntRange(min = 1, max = 4) int lanes,
      @ForAll @IntRange(min = 1, max = 8) int workMillis,
      @ForAll @IntRange(min = 1, max = 50) int hundreds)
      throws IOException {
    OffsetProgram thinned = program(tenths, lanes, workMillis, hundreds);
    thinned.readEvery *= every;
    FaultResult fault = fault(thinned);
    assertHolds(fault.outage(), thinned.outage(1));
    assertHolds(fault.recovery(), thinned.recovery(1));
    assertHolds(fault.disrupted(), thinned.outage(1));
  }

  @Property(tries = 40, seed = "1", shrinking = ShrinkingMode.OFF)
  void fewerCommitsStillHoldTheTruth(
      @ForAll @IntRange(min = 20, max = 150) int tenths,
      @ForAll @IntRange(min = 2, max = 6) int batches,
      @ForAll @IntRange(min = 1, max = 4) int lanes,
      @ForAll @IntRange(min = 1, max = 8) int workMillis,
      @ForAll @IntRange(min = 1, max = 50) int hundreds)
      throws IOException {
    OffsetProgram thinned = program(tenths, lanes, workMillis, hundreds);
    thinned.batchesACommit = batches;
    FaultResult fault = fault(thinned);
    assertHolds(fault.outage(), thinned.outage(1));
    assertHolds(fault.recovery(), thinned.recovery(1));
  }

  @Property(tries = 40, seed = "1", shrinking = ShrinkingMode.OFF)
  void aSecondFaultThatStopsNothingHoldsTheTruthOfWhatIsLeft(
      @ForAll @IntRange(min = 20, max = 300) int tenths,
      @ForAll @IntRange(min = -50, max = 300) int after,
      @ForAll @IntRange(min = 1, max = 4) int lanes,
      @ForAll @IntRange(min = 1, max = 8) int workMillis,
      @ForAll @IntRange(min = 1, max = 50) int hundreds)
      throws IOException {
    OffsetProgram twice = program(tenths, lanes, workMillis, hundreds);
    twice.signal(OffsetProgram.FAULT / 1e6 + Math.max(10, tenths + after) / 10.0);
    List<FaultResult> faults = twice.analyse(folder).faults();
    for (int fault = 1; fault <= 2; fault++) {
      FaultResult told = faults.get(fault - 1);
      assertHolds(told.outage(), twice.outage(fault));
      assertHolds(told.recovery(), twice.recovery(fault));
      assertHolds(told.disrupted(), twice.outage(fault));
    }
  }

  @Property(tries = 40, seed = "1", shrinking = ShrinkingMode.OFF)
  void whatIsCommittedFirstStillHoldsTheTruth(
      @ForAll @IntRange(min = 20, max = 150) int tenths,
      @ForAll @IntRange(min = 1, max = 4) int lanes,
      @ForAll @IntRange(min = 1, max = 8) int workMillis,
      @ForAll @IntRange(min = 1, max = 50) int hundreds)
      throws IOException {
    OffsetProgram ahead = program(tenths, lanes, workMillis, hundreds);
    ahead.commitsAhead = true;
    ahead.guarantee = Guarantee.NONE;
    FaultResult fault = fault(ahead);
    assertHolds(fault.outage(), ahead.outage(1));
    assertThat(fault.recovery().lowMillis()).isLessThanOrEqualTo(millis(ahead.recovery(1)) + 1);
    // A commit of so few records more looks like any other, and they are yet to be done.
    long few = 10L * workMillis;
    assertThat(fault.recovery().highOrInfinite() + few)
        .isGreaterThanOrEqualTo(millis(ahead.recovery(1)) - 1.0);
  }

  /** All consumers stop for a while when it is known that one is dead. */
  @Property(tries = 40, seed = "1", shrinking = ShrinkingMode.OFF)
  void aRebalanceMeanwhileStillHoldsTheTruth(
      @ForAll @IntRange(min = 20, max = 150) int tenths,
      @ForAll @IntRange(min = 1, max = 99) int begun,
      @ForAll @IntRange(min = 1, max = 99) int over,
      @ForAll @IntRange(min = 1, max = 8) int workMillis,
      @ForAll @IntRange(min = 1, max = 50) int hundreds)
      throws IOException {
    OffsetProgram rebalanced = program(tenths, 1, workMillis, hundreds);
    double killed = OffsetProgram.FAULT / 1e6;
    rebalanced.stop(
        killed + tenths / 1e3 * Math.min(begun, over),
        killed + tenths / 1e3 * Math.max(begun, over),
        OffsetProgram.LANES);
    FaultResult fault = fault(rebalanced);
    assertHolds(fault.outage(), rebalanced.outage(1));
    assertHolds(fault.recovery(), rebalanced.recovery(1));
  }

  private static long millis(double seconds) {
    return Math.round(seconds * 1000);
  }

  private static void assertHolds(Span span, double seconds) {
    assertThat((double) span.lowMillis()).isLessThanOrEqualTo(seconds * 1000 + 1);
    assertThat(span.highOrInfinite()).isGreaterThanOrEqualTo(seconds * 1000 - 1);
  }

  @Property(tries = 20, seed = "1", shrinking = ShrinkingMode.OFF)
  void readingTwiceMovesNoEnd(
      @ForAll @IntRange(min = 20, max = 150) int tenths,
      @ForAll @IntRange(min = 1, max = 4) int lanes,
      @ForAll @IntRange(min = 1, max = 8) int workMillis,
      @ForAll @IntRange(min = 1, max = 50) int hundreds)
      throws IOException {
    FaultResult one = fault(program(tenths, lanes, workMillis, hundreds));
    OffsetProgram twice = program(tenths, lanes, workMillis, hundreds);
    twice.readings = 2;
    FaultResult other = fault(twice);
    for (Function<FaultResult, Span> length : LENGTHS) {
      Span before = length.apply(one);
      Span after = length.apply(other);
      assertThat(after.state()).isEqualTo(before.state());
      assertThat(after.lowMillis()).isEqualTo(before.lowMillis());
      assertThat(after.highMillis()).isEqualTo(before.highMillis());
    }
  }
}
