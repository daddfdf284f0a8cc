package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.recovery.lanes.TimeRange;
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
    return new TimeBelow(
        TimeRange.within(least, watch),
        TimeRange.within(likely, watch),
        TimeRange.within(most, watch));
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
    return TimeRange.total(TimeRange.union(ranges));
  }
}
