package dev.rebound.analysis.accuracy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A time in which something truly stood still, or was late; microseconds from the load's start. */
record TrueInterval(long from, long to) {
  long micros() {
    return to - from;
  }

  boolean touches(TrueInterval other) {
    return from < other.to && other.from < to;
  }

  /** What of it lies in a stretch of time. */
  TrueInterval cut(long start, long end) {
    return new TrueInterval(Math.max(start, from), Math.min(end, to));
  }

  /** The times in which any of these is, in order; those that touch are one. */
  static List<TrueInterval> union(Collection<TrueInterval> intervals) {
    List<TrueInterval> union = new ArrayList<>();
    for (TrueInterval next :
        intervals.stream().sorted(Comparator.comparingLong(TrueInterval::from)).toList()) {
      int last = union.size() - 1;
      if (last >= 0 && next.from <= union.get(last).to) {
        TrueInterval before = union.get(last);
        union.set(last, new TrueInterval(before.from, Math.max(before.to, next.to)));
      } else {
        union.add(next);
      }
    }
    return union;
  }

  /** All of their time that lies in a stretch. */
  static List<TrueInterval> union(Collection<TrueInterval> intervals, long start, long end) {
    return union(intervals).stream()
        .map(interval -> interval.cut(start, end))
        .filter(cut -> cut.micros() > 0)
        .toList();
  }

  static double total(List<TrueInterval> apart) {
    return apart.stream().mapToLong(TrueInterval::micros).sum();
  }
}
