package dev.rebound.oracle.due;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
  /** Of equal offsets the earlier one stays before; huge and negative ones are no exception. */
  @ParameterizedTest
  @ValueSource(longs = {1, 10, 1L << 40, Long.MAX_VALUE})
  void valuesComeInTheOrderOfTheirOffsets(long below) {
    Random random = new Random(7);
    for (int n : new int[] {0, 1, 2, 3, 1000}) {
      for (long least : new long[] {0, -5}) {
        long[] offsets = LongStream.range(0, n).map(i -> random.nextLong(least, below)).toArray();
        long[] values = LongStream.range(0, n).map(i -> random.nextLong()).toArray();
        long[] expected =
            IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingLong(i -> offsets[i]))
                .mapToLong(i -> values[i])
                .toArray();
        assertThat(Ledger.byOffset(offsets, Arrays.copyOf(values, n))).isEqualTo(expected);
      }
    }
  }
}
