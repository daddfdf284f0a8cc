package dev.rebound.analysis.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** First appearances in runs of an hour, of the 48 h that narrow counters are for, and of weeks. */
class FirstTimesTest {
  private static final long HOUR = 3_600_000_000L;
  private static final long BASE = 1_700_000_000_000_000L;

  @ParameterizedTest
  @ValueSource(longs = {1, 48, 49, 300 * 24})
  void timesAreKeptToATenthOfAMillisecondUpToTheRunsEnd(long hours) {
    FirstTimes times = new FirstTimes(10, BASE, hours * HOUR);
    long end = BASE + hours * HOUR;
    assertThat(times.mark(3, BASE / 1000 + 5, BASE + 6_100)).isTrue();
    assertThat(times.mark(4, end / 1000, end + 700)).isTrue();
    assertThat(times.mark(4, BASE / 1000, BASE)).isFalse();
    assertThat(times.appendMicros(3)).isEqualTo(BASE + 5_000);
    assertThat(times.receiptMicros(3)).isEqualTo(BASE + 6_100);
    assertThat(times.appendMicros(4)).isEqualTo(end);
    assertThat(times.receiptMicros(4)).isEqualTo(end + 700);
    assertThat(times.receiptMicros(5)).isEqualTo(FirstTimes.NEVER);
    assertThat(times.lastMicros()).isEqualTo(end + 700);
    assertThat(times.distinct()).isEqualTo(2);
    assertThat(times.nextUnseen(3, 10)).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 49})
  void aTimeOfNoRunIsToldAndNotNoted(long hours) {
    FirstTimes times = new FirstTimes(10, BASE, hours * HOUR);
    long late = BASE + 401 * 24 * HOUR;
    assertThatThrownBy(() -> times.mark(1, BASE / 1000, late))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("received 9624.0 h after");
    assertThat(times.seen(1)).isFalse();
    assertThat(times.lastMicros()).isEqualTo(BASE);
  }
}
