package dev.rebound.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.SendLog;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class SendScheduleTest {
  private static final long START = 1_800_000_000_000_000L;

  @Test
  void recordsAreDueAtFixedTimes() {
    SendSchedule pace = new SendSchedule(START, 1000, Long.MAX_VALUE);

    assertThat(pace.intendedMicros(0, 0)).isEqualTo(START);
    assertThat(pace.intendedMicros(7, 0)).isEqualTo(START + 7_000);
    assertThat(pace.due(START - 1)).isZero();
    assertThat(pace.due(START)).isEqualTo(1);
    assertThat(pace.due(START + 999)).isEqualTo(1);
    assertThat(pace.due(START + 1_000)).isEqualTo(2);
  }

  @Property
  void whatIsDueIsExactlyWhatWasIntendedByThen(
      @ForAll @DoubleRange(min = 0.1, max = 2_000_000) double rate,
      @ForAll @LongRange(min = 0, max = 100_000_000_000L) long later) {
    SendSchedule pace = new SendSchedule(START, rate, Long.MAX_VALUE);

    long due = pace.due(START + later);

    assertThat(pace.intendedMicros(due - 1, 0)).isLessThanOrEqualTo(START + later);
    // one more would be early, or is due in this very microsecond
    assertThat(pace.intendedMicros(due, 0)).isGreaterThanOrEqualTo(START + later);
  }

  @Property
  void theScheduleIsThatOfTheSendLog(
      @ForAll @DoubleRange(min = 0.1, max = 2_000_000) double rate,
      @ForAll @LongRange(min = 0, max = 10_000_000_000L) long n)
      throws java.io.IOException {
    java.nio.file.Path file = java.nio.file.Files.createTempFile("send", ".log");
    try (SendLog log = SendLog.create(file, 0, 1, START, rate)) {
      assertThat(new SendSchedule(START, rate, Long.MAX_VALUE).intendedMicros(n, 0))
          .isEqualTo(log.intendedMicros(n));
    } finally {
      java.nio.file.Files.delete(file);
    }
  }

  @Test
  void beingLateIsSlip() {
    SendSchedule pace = new SendSchedule(START, 1000, Long.MAX_VALUE);

    assertThat(pace.slipMicros(0, START + 250)).isEqualTo(250);
    assertThat(pace.slipMicros(1, START + 1_000)).isZero();
    assertThat(pace.slipMicros(2, START + 1_500)).isZero();
  }

  @Test
  void timeBlockedIsNotSlip() {
    SendSchedule pace = new SendSchedule(START, 1000, Long.MAX_VALUE);
    pace.slipMicros(0, START);
    pace.blocked(5_000_000);

    assertThat(pace.slipMicros(1, START + 5_001_000)).isZero();
    assertThat(pace.slipMicros(2, START + 5_001_100)).isZero();
  }

  @Test
  void beingLateOnTopOfBeingBlockedIsSlip() {
    SendSchedule pace = new SendSchedule(START, 1000, Long.MAX_VALUE);
    pace.blocked(5_000_000);

    assertThat(pace.slipMicros(1, START + 1_000 + 5_000_000 + 300_000)).isEqualTo(300_000);
  }

  @Test
  void timeBlockedExcusesNothingOnceTheGeneratorHasCaughtUp() {
    SendSchedule pace = new SendSchedule(START, 1000, Long.MAX_VALUE);
    pace.blocked(5_000_000);
    assertThat(pace.slipMicros(1, START + 5_001_000)).isZero();
    assertThat(pace.slipMicros(6_000, START + 6_000_000)).isZero();

    assertThat(pace.slipMicros(7_000, START + 7_400_000)).isEqualTo(400_000);
  }

  @Test
  void theEndKeepsWhatWasDueAndNothingMore() {
    SendSchedule pace = new SendSchedule(START, 1000, Long.MAX_VALUE);

    pace.endAt(START + 9_999, 3);

    assertThat(pace.end()).isEqualTo(10);
    assertThat(pace.due(START + 60_000_000)).isEqualTo(10);
  }

  @Test
  void flatOutARecordIsIntendedForWhenItIsSentAndTheEndIsAtOnce() {
    SendSchedule pace = new SendSchedule(START, Double.POSITIVE_INFINITY, Long.MAX_VALUE);

    assertThat(pace.due(START - 1)).isZero();
    assertThat(pace.due(START)).isEqualTo(Long.MAX_VALUE);
    assertThat(pace.intendedMicros(5, START + 77)).isEqualTo(START + 77);
    assertThat(pace.slipMicros(5, START + 77)).isZero();
    pace.endAt(START + 100, 42);
    assertThat(pace.end()).isEqualTo(42);
  }

  @Test
  void flatOutTimesNeverGoBackAndNoneIsBeforeTheStart() {
    SendSchedule pace = new SendSchedule(START, Double.POSITIVE_INFINITY, 3);

    assertThat(pace.intendedMicros(0, START - 500)).as("the start is waited for").isEqualTo(START);
    assertThat(pace.intendedMicros(0, START + 70)).isEqualTo(START + 70);
    assertThat(pace.intendedMicros(1, START + 60)).as("the clock was set").isEqualTo(START + 70);
    assertThat(pace.intendedMicros(2, START + 80)).isEqualTo(START + 80);
  }

  @Test
  void flatOutTheLoadEndsWithTheLastRecordThatThereIsRoomFor() {
    SendSchedule pace = new SendSchedule(START, Double.POSITIVE_INFINITY, 1_000);

    assertThat(pace.due(START)).isEqualTo(1_000);
    assertThat(pace.end()).isEqualTo(1_000);
    pace.endAt(START + 100, 400);
    assertThat(pace.end()).as("asked to stop before").isEqualTo(400);
  }

  @Test
  void flatOutNothingIsLateHoweverLongAProducerBlocked() {
    SendSchedule pace = new SendSchedule(START, Double.POSITIVE_INFINITY, Long.MAX_VALUE);
    pace.intendedMicros(0, START);
    pace.blocked(5_000);

    assertThat(pace.slipMicros(1, START + 90_000_000)).isZero();
  }

  @Test
  void recordsThatAreNotSpreadEvenlyAreDueAsTheyAreSpread() {
    double[] turns = {0, 0, 0.5, 3};
    SendSchedule pace = new SendSchedule(START, 100, 9, n -> n - n % 4 + turns[(int) (n % 4)], 4);
    long before = 0;
    for (long now = START - 10; now < START + 100_000; now += 7) {
      long due = pace.due(now);
      assertThat(due).isGreaterThanOrEqualTo(before);
      assertThat(due == 0 || pace.intendedMicros(due - 1, now) <= now).isTrue();
      assertThat(due == 9 || pace.intendedMicros(due, now) > now).isTrue();
      before = due;
    }
    assertThat(before).isEqualTo(9);
    assertThat(pace.due(START)).isEqualTo(2);
    assertThat(pace.due(START + 39_999)).isEqualTo(4);
    assertThat(pace.due(START + 40_000)).isEqualTo(6);
  }
}
