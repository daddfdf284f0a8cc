package dev.rebound.analysis.recovery.lanes;

import dev.rebound.oracle.due.Ledger;
import java.util.ArrayList;
import java.util.List;

/**
 * The stretches in which brokers would not take the input of a lane: nothing is due of it, so that
 * nothing else shows that the lane stood still. A pause of a second between two refused inputs ends
 * a stretch, and what is shorter than that is none.
 */
public final class RefusedInput {
  private final List<UncertainInterval> stretches = new ArrayList<>();

  public RefusedInput(Ledger ledger) {
    long[] from = new long[ledger.lanes()];
    long[] until = new long[ledger.lanes()];
    for (int generator = 0; generator < ledger.generators(); generator++) {
      for (long n = 0; n < ledger.records(generator); n++) {
        if (ledger.refused(generator, n)) {
          int lane = ledger.lane(generator, n);
          long at = ledger.intendedMicros(generator, n);
          if (at > until[lane] + LaneDips.WINDOW_MICROS) {
            add(lane, from[lane], until[lane]);
            from[lane] = at;
          }
          until[lane] = at;
        }
      }
      for (int lane = 0; lane < from.length; lane++) {
        add(lane, from[lane], until[lane]);
        from[lane] = 0;
        until[lane] = 0;
      }
    }
  }

  private void add(int lane, long from, long until) {
    if (until - from >= LaneDips.WINDOW_MICROS) {
      stretches.add(UncertainInterval.exact(lane, from, until, false));
    }
  }

  /** Those that reach into a time. */
  public List<UncertainInterval> between(long fromMicros, long untilMicros) {
    return stretches.stream()
        .filter(s -> s.end() > fromMicros && s.start() < untilMicros)
        .map(
            s ->
                UncertainInterval.exact(s.lane(), s.start(), Math.min(s.end(), untilMicros), false))
        .toList();
  }
}
