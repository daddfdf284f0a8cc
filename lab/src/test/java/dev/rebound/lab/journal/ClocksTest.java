package dev.rebound.lab.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClocksTest {
  private static final Clock WALL = Clock.fixed(Instant.ofEpochSecond(10), ZoneOffset.UTC);

  @Test
  void aThreadThatIsHeldUpBetweenTheTwoClocksReadsThemAgain() {
    // Held up for 80 ms at the first attempt, for 20 µs at the second.
    Iterator<Long> nanos = List.of(0L, 80_000_000L, 80_100_000L, 80_120_000L).iterator();

    assertThat(new Clocks(WALL, nanos::next).now())
        .isEqualTo(new Clocks.BothClocks(10_000_000, 80_110_000));
  }

  @Test
  void theClosestReadingIsTakenWhereAllWereHeldUp() {
    Iterator<Long> nanos =
        List.of(
                0L,
                9_000_000L,
                10_000_000L,
                18_000_000L,
                20_000_000L,
                22_000_000L,
                30_000_000L,
                37_000_000L,
                40_000_000L,
                46_000_000L)
            .iterator();

    assertThat(new Clocks(WALL, nanos::next).now())
        .isEqualTo(new Clocks.BothClocks(10_000_000, 21_000_000));
  }
}
