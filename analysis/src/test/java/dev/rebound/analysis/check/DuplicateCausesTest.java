package dev.rebound.analysis.check;

import static dev.rebound.analysis.result.DuplicateCause.BEYOND_COMMIT;
import static dev.rebound.analysis.result.DuplicateCause.CLOCK_SET;
import static dev.rebound.analysis.result.DuplicateCause.IN_HAND;
import static dev.rebound.analysis.result.DuplicateCause.JUST_COMMITTED;
import static dev.rebound.analysis.result.DuplicateCause.NOT_OF_ONE;
import static dev.rebound.analysis.result.DuplicateCause.REDELIVERED;
import static dev.rebound.analysis.result.DuplicateCause.UNDATED;
import static dev.rebound.analysis.result.DuplicateCause.UNORDERED;
import static dev.rebound.analysis.result.DuplicateCause.UNREAD;
import static dev.rebound.analysis.result.DuplicateCause.UNTOLD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.ClockOffset;
import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.MemberLife;
import dev.rebound.analysis.result.DuplicateCause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Times are milliseconds from the start of a run; commits are read every 200 ms, in 20 ms. */
class DuplicateCausesTest {
  private static final long START = 1_700_000_000_000_000L;
  private static final long END = 400_000;
  private static final long INPUT = 1000;

  @TempDir Path folder;
  private final EvidenceBuilder evidence =
      Evidence.of(
          TinyWorkload.of(4),
          DeliveryGuarantee.of(Guarantee.AT_LEAST_ONCE, 0),
          1,
          List.of(),
          Path.of("observed"));

  private static long at(long millis) {
    return START + millis * 1000;
  }

  /** A process that began at a time or later, and had ended by one; 0 for what is not known. */
  private static MemberLife life(String node, long began, long ended) {
    return new MemberLife(node, began == 0 ? 0 : at(began), ended == 0 ? 0 : at(ended));
  }

  private static FaultTimes fault(String kind, String victim, long signal, long back) {
    return FaultTimes.of(1, kind, "some", List.of(victim), at(signal))
        .returns(List.of(at(back)))
        .build();
  }

  /** The cause of a copy of the output of input 1000. */
  private DuplicateCause cause(LongUnaryOperator committed, long first, long copy)
      throws IOException {
    return cause(committed, Long.MAX_VALUE, 0, first, copy);
  }

  private DuplicateCause cause(
      LongUnaryOperator committed, long gapFrom, long gapTo, long first, long copy)
      throws IOException {
    Path file = folder.resolve("commits");
    try (CommitSamples.Writer writer = new CommitSamples.Writer(file, 1)) {
      for (long asked = 0; asked < END; asked += 200) {
        if (asked < gapFrom || asked >= gapTo) {
          writer.append(at(asked), at(asked + 20), new long[] {committed.applyAsLong(asked + 10)});
        }
      }
    }
    return DuplicateCauses.of(evidence.build(), file).count(0, INPUT, at(first), at(copy));
  }

  /** What is committed is less than the input before a time, and more from then on. */
  private static LongUnaryOperator from(long millis) {
    return now -> now < millis ? INPUT : INPUT + 1;
  }

  @Test
  void anInputIsCommittedOnceTheOffsetIsBeyondIt() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 103_000, 0)));
    assertThat(cause(now -> INPUT, 100_000, 110_000)).isEqualTo(REDELIVERED);
    assertThat(cause(now -> INPUT + 1, 100_000, 110_000)).isEqualTo(BEYOND_COMMIT);
  }

  @Test
  void whatWasNotCommittedWhenTheWorkerDiedWasRedelivered() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 102_000, 0)));
    assertThat(cause(from(115_000), 100_000, 110_000)).isEqualTo(REDELIVERED);
    // It commits at once what it has taken: no reading lies between.
    assertThat(cause(from(110_005), 100_000, 110_000)).isEqualTo(REDELIVERED);
  }

  @Test
  void whatIsCommittedFirstAndWrittenLaterIsNotBeyondCommit() throws IOException {
    evidence.lives(List.of(life("w", 0, 0)));
    assertThat(cause(from(90_000), 100_000, 110_000)).isEqualTo(IN_HAND);
  }

  @Test
  void aSurvivorMayHaveHadItInHand() throws IOException {
    evidence.lives(List.of(life("a", 0, 102_000), life("a", 102_000, 0), life("b", 0, 0)));
    assertThat(cause(from(101_000), 100_000, 110_000)).isEqualTo(IN_HAND);
  }

  @Test
  void inARollEachMayBeNewWithoutAllEverBeingAway() throws IOException {
    evidence.lives(
        List.of(
            life("a", 0, 102_000),
            life("b", 0, 105_000),
            life("a", 102_000, 0),
            life("b", 105_000, 0)));
    assertThat(cause(from(101_000), 100_000, 110_000)).isEqualTo(BEYOND_COMMIT);
    assertThat(cause(from(103_000), 100_000, 110_000)).isEqualTo(IN_HAND);
  }

  @Test
  void aGroupThatWasResetIsBeyondCommit() throws IOException {
    evidence.lives(List.of(life("w", 0, 104_000), life("w", 106_000, 0)));
    LongUnaryOperator reset = now -> now < 101_000 ? INPUT : now < 105_000 ? INPUT + 50 : 0;
    assertThat(cause(reset, 100_000, 110_000)).isEqualTo(BEYOND_COMMIT);
  }

  /** Threads that commit by themselves have the offset fall. */
  @Test
  void thatTheOffsetFellProvesNothingWhileWhoHadItLives() throws IOException {
    evidence.lives(List.of(life("w", 0, 0)));
    LongUnaryOperator falls = now -> now > 101_000 && now < 105_000 ? INPUT + 50 : 900;
    assertThat(cause(falls, 100_000, 110_000)).isEqualTo(IN_HAND);
  }

  @Test
  void whatADeadProcessLeftToABrokerIsAppendedAfterItsDeath() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 102_000, 0)));
    assertThat(cause(from(101_000), 100_000, 103_900)).isEqualTo(IN_HAND);
    assertThat(cause(from(101_000), 100_000, 104_100)).isEqualTo(BEYOND_COMMIT);
    // A broker that stands still keeps it, and so does a link.
    evidence.faults(List.of(fault("pause", "broker-1", 101_500, 120_000)));
    assertThat(cause(from(101_000), 100_000, 121_000)).isEqualTo(IN_HAND);
    assertThat(cause(from(101_000), 100_000, 122_100)).isEqualTo(BEYOND_COMMIT);
    evidence.faults(List.of(fault("kill", "w", 101_900, 103_000)));
    assertThat(cause(from(101_000), 100_000, 104_100)).isEqualTo(BEYOND_COMMIT);
  }

  /** Until a reading is answered after a death nobody knows that the brokers go on. */
  @Test
  void brokersThatAnswerNobodyMayKeepIt() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 102_000, 0)));
    assertThat(cause(from(101_000), 102_000, 120_000, 100_000, 119_000))
        .isNotEqualTo(BEYOND_COMMIT);
    assertThat(cause(from(101_000), 102_000, 120_000, 100_000, 121_000)).isEqualTo(BEYOND_COMMIT);
  }

  /** Its first try was appended, and the answer got lost. */
  @Test
  void aLateRetryOfAProducerIsNotBeyondCommit() throws IOException {
    evidence.lives(List.of(life("w", 0, 0)));
    assertThat(cause(from(101_000), 100_000, 129_000)).isEqualTo(IN_HAND);
    assertThat(cause(from(130_000), 100_000, 129_000)).isEqualTo(REDELIVERED);
  }

  @Test
  void whileCommitsAreNotReadNothingIsKnown() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 102_000, 0)));
    assertThat(cause(now -> 500, 104_000, 105_600, 100_000, 110_000)).isEqualTo(UNREAD);
    assertThat(cause(now -> 500, 104_000, 104_600, 100_000, 110_000)).isEqualTo(REDELIVERED);
    assertThat(cause(now -> 500, 109_000, 112_000, 100_000, 110_500)).isEqualTo(UNREAD);
    // A gap that was over when the output first came hides nothing.
    assertThat(cause(now -> 500, 80_000, 90_000, 100_000, 110_000)).isEqualTo(REDELIVERED);
  }

  @Test
  void aRunThatIsReadOnceASecondHasNoGaps() throws IOException {
    Path file = folder.resolve("slow");
    try (CommitSamples.Writer writer = new CommitSamples.Writer(file, 1)) {
      for (long asked = 0; asked < END; asked += 1100) {
        writer.append(at(asked), at(asked + 20), new long[] {500});
      }
    }
    assertThat(DuplicateCauses.of(evidence.build(), file).count(0, INPUT, at(9_000), at(12_000)))
        .isEqualTo(REDELIVERED);
  }

  @Test
  void withoutAChangeAmongMembersACommitRightAfterLeavesItUnknown() throws IOException {
    evidence.lives(List.of(life("w", 0, 0)));
    assertThat(cause(from(200_050), 200_000, 200_040)).isEqualTo(JUST_COMMITTED);
    assertThat(cause(from(200_250), 200_000, 200_040)).isEqualTo(REDELIVERED);
    evidence.faults(List.of(fault("pause", "w", 150_000, 155_000)));
    assertThat(cause(from(200_050), 200_000, 200_040)).isEqualTo(REDELIVERED);
  }

  @Test
  void whoCommitsElsewhereTellsNothing() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 102_000, 0)));
    assertThat(cause(now -> CommitSamples.NONE, 100_000, 110_000)).isEqualTo(UNTOLD);
    assertThat(cause(now -> 0, 100_000, 110_000)).isEqualTo(UNTOLD);
    // No reading was answered at all.
    assertThat(cause(now -> 500, 0, END, 100_000, 110_000)).isEqualTo(UNTOLD);
  }

  @Test
  void whereNoLivesAreKnownNobodyIsAccused() throws IOException {
    assertThat(cause(from(101_000), 100_000, 110_000)).isEqualTo(IN_HAND);
    // Who lived then had ended before.
    evidence.lives(List.of(life("w", 0, 102_000)));
    assertThat(cause(from(101_000), 100_000, 110_000)).isEqualTo(IN_HAND);
  }

  @Test
  void withinTheDoubtOfAClockNothingIsKnown() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 102_000, 0)));
    // As little as the clocks may be apart, the dead one may have written it.
    assertThat(cause(from(101_000), 100_000, 104_100)).isEqualTo(BEYOND_COMMIT);
    evidence.clocks(new ClockOffset(-500_000, 500_000));
    assertThat(cause(from(101_000), 100_000, 104_100)).isEqualTo(IN_HAND);
    assertThat(cause(from(101_000), 100_000, 105_000)).isEqualTo(BEYOND_COMMIT);
    evidence.clocks(ClockOffset.NONE);
    assertThat(cause(from(110_300), 100_000, 110_000)).isEqualTo(REDELIVERED);
    evidence.clocks(new ClockOffset(-500_000, 500_000));
    assertThat(cause(from(110_300), 100_000, 110_000)).isEqualTo(IN_HAND);
  }

  @Test
  void aClockThatWasSetLeavesAllUnknown() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 102_000, 0)));
    evidence.rig(
        List.of(
            new RigSample(at(1000), 0, 0, 0, 0, 0, 500),
            new RigSample(at(2000), 0, 0, 0, 0, 0, -60_000)));
    assertThat(cause(from(101_000), 100_000, 110_000)).isEqualTo(CLOCK_SET);
  }

  @Test
  void aCopyThatWasAppendedFirstHasNoCause() throws IOException {
    assertThat(cause(now -> 500, 110_000, 100_000)).isEqualTo(UNORDERED);
    assertThat(cause(now -> 500, 110_000, 110_000)).isEqualTo(REDELIVERED);
  }

  /** A table tells of all rows of a key when the first of them was written. */
  @Test
  void aRowThatCameAgainHasNoCause() throws IOException {
    evidence.lives(List.of(life("w", 0, 102_000), life("w", 102_000, 0))).rows(true);
    assertThat(cause(from(101_000), 100_000, 100_000)).isEqualTo(UNDATED);
    assertThat(cause(from(101_000), 100_000, 110_000)).isEqualTo(UNDATED);
  }

  @Test
  void whatIsNotOfOneInputIsCountedApart() throws IOException {
    Path file = folder.resolve("commits");
    try (CommitSamples.Writer writer = new CommitSamples.Writer(file, 1)) {
      writer.append(at(0), at(20), new long[] {500});
    }
    DuplicateCauses causes = DuplicateCauses.of(evidence.build(), file);
    assertThat(causes.count(-1, -1, at(100), at(200))).isEqualTo(NOT_OF_ONE);
    assertThat(causes.counts()).containsEntry("not-of-one", 1L);
  }
}
