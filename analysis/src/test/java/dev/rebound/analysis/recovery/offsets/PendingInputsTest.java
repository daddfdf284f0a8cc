package dev.rebound.analysis.recovery.offsets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.oracle.due.Ledger;
import org.junit.jupiter.api.Test;

class PendingInputsTest {
  private static final int LANES = 2;
  private static final int RECORDS = 40;

  /** Two generators, each a record a millisecond on both lanes in turn; every tenth is missing. */
  private record Sent(long apart) implements Ledger {
    @Override
    public int generators() {
      return 2;
    }

    @Override
    public long records(int generator) {
      return RECORDS;
    }

    @Override
    public int lanes() {
      return LANES + 1;
    }

    @Override
    public int lane(int generator, long sequence) {
      return (int) (sequence % LANES);
    }

    @Override
    public boolean knows(int generator, long sequence) {
      return true;
    }

    @Override
    public Fate fate(int generator, long sequence) {
      return offset(generator, sequence) < 0 ? Fate.LOST : Fate.STORED;
    }

    /** The second generator's records are stored five places late. */
    @Override
    public long offset(int generator, long sequence) {
      return sequence % 10 == 9 ? -1 : apart * (2 * (sequence + 5L * generator) + generator);
    }

    @Override
    public long intendedMicros(int generator, long sequence) {
      return sequence * 1000;
    }
  }

  /** The same by looking at all. */
  private static long oldest(Ledger ledger, int lane, long offset, long from, long until) {
    long oldest = PendingInputs.NOTHING;
    for (int g = 0; g < ledger.generators(); g++) {
      for (long n = 0; n < ledger.records(g); n++) {
        long due = ledger.intendedMicros(g, n);
        boolean counts = ledger.lane(g, n) == lane && ledger.offset(g, n) >= Math.max(0, offset);
        oldest = counts && due >= from && due < until ? Math.min(oldest, due) : oldest;
      }
    }
    return oldest;
  }

  @Test
  void theOldestInputFromAnOffsetOnIsFoundHoweverFarApartTheyLie() {
    for (long apart : new long[] {1, 7, 1L << 40}) {
      Sent sent = new Sent(apart);
      PendingInputs inputs = new PendingInputs(sent, 5000, 30_000);
      for (int lane = 0; lane < LANES; lane++) {
        for (long place = -1; place < 120; place++) {
          for (long offset = place * apart - 1; offset <= place * apart + 1; offset++) {
            assertThat(inputs.oldestMicros(lane, offset))
                .as("lane %d, offset %d", lane, offset)
                .isEqualTo(oldest(sent, lane, offset, 5000, 30_000));
          }
        }
      }
    }
  }

  @Test
  void whatLiesBeforeTheStretchIsOlder() {
    PendingInputs inputs = new PendingInputs(new Sent(1L << 40), 5000, 30_000);
    assertThat(inputs.count(0)).isPositive();
    assertThat(inputs.count(LANES)).as("a lane without inputs").isZero();
    assertThat(inputs.isOlder(0, 0)).isTrue();
    assertThat(inputs.isOlder(0, 12L << 40)).as("the first of the stretch").isFalse();
    assertThat(inputs.isOlder(LANES, 0)).isFalse();
    assertThat(inputs.oldestMicros(LANES, 0)).isEqualTo(PendingInputs.NOTHING);
  }
}
