package dev.rebound.analysis.recovery.lanes;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A stretch of time, microseconds since the epoch. */
public record TimeRange(long startMicros, long endMicros) {
  public boolean contains(long micros) {
    return micros >= startMicros && micros < endMicros;
  }

  public long micros() {
    return endMicros - startMicros;
  }

  public boolean touches(TimeRange other) {
    return startMicros < other.endMicros && other.startMicros < endMicros;
  }

  /** The times in which any of these is, in order; those that touch are one. */
  public static List<TimeRange> union(Collection<TimeRange> ranges) {
    List<TimeRange> union = new ArrayList<>();
    for (TimeRange next :
        ranges.stream().sorted(Comparator.comparingLong(TimeRange::startMicros)).toList()) {
      int last = union.size() - 1;
      if (last >= 0 && next.startMicros <= union.get(last).endMicros) {
        TimeRange before = union.get(last);
        long end = Math.max(before.endMicros, next.endMicros);
        union.set(last, new TimeRange(before.startMicros, end));
      } else {
        union.add(next);
      }
    }
    return union;
  }

  /** Those parts of these that lie inside of another one. */
  public static List<TimeRange> within(Collection<TimeRange> ranges, TimeRange other) {
    return ranges.stream().map(r -> r.within(other)).filter(r -> r.micros() > 0).toList();
  }

  /** The time of all of these, which do not touch. */
  public static long total(Collection<TimeRange> apart) {
    return apart.stream().mapToLong(TimeRange::micros).sum();
  }

  /** What of it lies inside of another one; none, or less, if nothing does. */
  public TimeRange within(TimeRange other) {
    return new TimeRange(
        Math.max(startMicros, other.startMicros), Math.min(endMicros, other.endMicros));
  }
}
