package dev.rebound.analysis.recovery.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LogCountsTest {
  @Property(tries = 300)
  void countsAreThoseOfAHistogramThatTookEachValue(
      @ForAll List<@LongRange(max = 300_000_000_000L) Long> values,
      @ForAll @IntRange(min = 1, max = 4) int digits) {
    Histogram direct = new Histogram(digits);
    direct.setAutoResize(true);
    LogCounts counts = new LogCounts(digits);
    for (long value : values) {
      direct.recordValue(value);
      counts.add(value);
    }
    same(direct, counts, digits);
  }

  @Test
  void everyEdgeBetweenBucketsIsWhereTheHistogramHasIt() {
    Histogram direct = new Histogram(2);
    direct.setAutoResize(true);
    LogCounts counts = new LogCounts(2);
    Random random = new Random(1);
    for (int bit = 0; bit < 40; bit++) {
      for (long near = -3; near <= 3; near++) {
        long value = Math.max(0, (1L << bit) + near);
        for (int n = 0; n <= random.nextInt(3); n++) {
          direct.recordValue(value);
          counts.add(value);
        }
      }
    }
    same(direct, counts, 2);
  }

  private static void same(Histogram direct, LogCounts counts, int digits) {
    Histogram drained = new Histogram(digits);
    drained.setAutoResize(true);
    counts.drainTo(drained);
    assertThat(drained.getTotalCount()).isEqualTo(direct.getTotalCount());
    assertThat(drained.getMaxValue()).isEqualTo(direct.getMaxValue());
    for (double percentile : new double[] {0, 1, 10, 50, 90, 99, 99.9, 100}) {
      assertThat(drained.getValueAtPercentile(percentile))
          .isEqualTo(direct.getValueAtPercentile(percentile));
    }
    Histogram empty = new Histogram(digits);
    empty.setAutoResize(true);
    counts.drainTo(empty);
    assertThat(empty.getTotalCount()).isZero();
  }
}
