package dev.rebound.analysis.recovery.delivery;

import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The times in which anything was late by more than so much; those that touch are one. */
public final class LateIntervals {
  private record LateInterval(long from, long until) {}

  private final List<LateInterval> intervals = new ArrayList<>();

  /** Adds one that begins no earlier than those before it. */
  public void add(long from, long until) {
    int last = intervals.size() - 1;
    if (last >= 0 && from <= intervals.get(last).until()) {
      LateInterval before = intervals.get(last);
      intervals.set(last, new LateInterval(before.from(), Math.max(before.until(), until)));
    } else {
      intervals.add(new LateInterval(from, until));
    }
  }

  /** Those between two times, cut to them; what reaches the end is open. */
  public List<UncertainInterval> between(long fromMicros, long untilMicros) {
    return intervals.stream()
        .filter(i -> i.until() > fromMicros && i.from() < untilMicros)
        .map(
            i ->
                UncertainInterval.exact(
                    -1,
                    Math.max(fromMicros, i.from()),
                    Math.min(untilMicros, i.until()),
                    i.until() >= untilMicros))
        .toList();
  }

  /** All intervals of several lists, those that touch as one. */
  public static List<UncertainInterval> union(
      List<UncertainInterval> one, List<UncertainInterval> other, long untilMicros) {
    LateIntervals union = new LateIntervals();
    Stream.concat(one.stream(), other.stream())
        .sorted(Comparator.comparingLong(UncertainInterval::start))
        .forEach(s -> union.add(s.start(), s.end()));
    return union.between(Long.MIN_VALUE, untilMicros);
  }
}
