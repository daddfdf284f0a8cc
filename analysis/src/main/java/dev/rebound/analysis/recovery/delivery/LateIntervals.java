package dev.rebound.analysis.recovery.delivery;

import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The times in which anything was late by more than so much; those that touch are one. */
public final class LateIntervals {
  private final List<TimeRange> intervals = new ArrayList<>();

  /** Adds one that begins no earlier than those before it. */
  public void add(long from, long until) {
    int last = intervals.size() - 1;
    if (last >= 0 && from <= intervals.get(last).endMicros()) {
      TimeRange before = intervals.get(last);
      intervals.set(last, new TimeRange(before.startMicros(), Math.max(before.endMicros(), until)));
    } else {
      intervals.add(new TimeRange(from, until));
    }
  }

  /** Those between two times, cut to them; what reaches the end is open. */
  public List<UncertainInterval> between(long fromMicros, long untilMicros) {
    return intervals.stream()
        .filter(i -> i.endMicros() > fromMicros && i.startMicros() < untilMicros)
        .map(
            i ->
                UncertainInterval.exact(
                    -1,
                    Math.max(fromMicros, i.startMicros()),
                    Math.min(untilMicros, i.endMicros()),
                    i.endMicros() >= untilMicros))
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
