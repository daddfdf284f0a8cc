package dev.rebound.lab.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.ClockOffset;
import dev.rebound.base.ReboundException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BrokerClocksTest {
  private static final long START = 1_700_000_000_000_000L;

  @Test
  void theOffsetLiesWithinEveryRoundTrip() {
    Random random = new Random(42);
    for (long truth : new long[] {-350_000, 0, 1234, 250_000}) {
      ClockOffset known = new ClockOffset(-Long.MAX_VALUE / 2, Long.MAX_VALUE / 2);
      for (int round = 0; round < 20; round++) {
        long sent = START + round * 40_000L;
        long there = sent + 200 + random.nextInt(20_000);
        long back = there + 200 + random.nextInt(20_000);
        long stamp = Math.floorDiv(there + truth, 1000L);
        known =
            BrokerClocks.narrowed(known, new BrokerClocks.RoundTrip(sent, stamp, back).offset());
      }
      assertThat(truth).isBetween(known.lowMicros(), known.highMicros());
      assertThat(known.uncertainMillis()).as("round trips of 0.4 to 40 ms").isLessThan(10);
      assertThat(Math.abs(known.millis() * 1000 - truth))
          .isLessThanOrEqualTo(known.uncertainMillis() * 1000);
    }
  }

  @Test
  void clocksThatNobodyKeepsAreRefused() {
    assertThatThrownBy(() -> BrokerClocks.require(new ClockOffset(1_190_000, 1_210_000)))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("up to 1.2 s from this machine's");
    assertThatThrownBy(() -> BrokerClocks.require(new ClockOffset(-300_000, 300_000)))
        .hasMessageContaining("known to 301 ms only");
    assertThatCode(() -> BrokerClocks.require(new ClockOffset(295_000, 305_000)))
        .doesNotThrowAnyException();
    assertThatCode(() -> BrokerClocks.require(ClockOffset.NONE)).doesNotThrowAnyException();
  }
}
