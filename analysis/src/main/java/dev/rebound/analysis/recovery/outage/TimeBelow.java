package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.recovery.lanes.TimeRange;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * When any lane was below in the watch of a fault: surely, as estimated, and at most. Stretches may
 * overlap.
 */
public record TimeBelow(List<TimeRange> least, List<TimeRange> likely, List<TimeRange> most) {
  /** No time that is known. */
  public static final TimeBelow NONE = new TimeBelow(List.of(), List.of(), List.of());

  /** All time in which any of these was below. */
  public static TimeBelow all(List<TimeBelow> each) {
    return new TimeBelow(
        any(each, TimeBelow::least), any(each, TimeBelow::likely), any(each, TimeBelow::most));
  }

  private static List<TimeRange> any(
      List<TimeBelow> each, Function<TimeBelow, List<TimeRange>> which) {
    return each.stream().map(which).flatMap(List::stream).toList();
  }

  /** The same inside of a watch alone. */
  public TimeBelow within(TimeRange watch) {
    return new TimeBelow(within(least, watch), within(likely, watch), within(most, watch));
  }

  private static List<TimeRange> within(List<TimeRange> ranges, TimeRange watch) {
    return ranges.stream().map(r -> r.within(watch)).filter(r -> r.micros() > 0).toList();
  }

  public long leastMicros() {
    return covered(least);
  }

  public long likelyMicros() {
    return covered(likely);
  }

  public long mostMicros() {
    return covered(most);
  }

  private static long covered(List<TimeRange> ranges) {
    long sum = 0;
    long reached = Long.MIN_VALUE;
    for (TimeRange r :
        ranges.stream().sorted(Comparator.comparingLong(TimeRange::startMicros)).toList()) {
      long start = Math.max(reached, r.startMicros());
      if (r.endMicros() > start) {
        sum += r.endMicros() - start;
        reached = r.endMicros();
      }
    }
    return sum;
  }
}
