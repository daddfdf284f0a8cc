package dev.rebound.analysis.recovery;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * When any lane was below in the watch of a fault: surely, as estimated, and at most. Stretches may
 * overlap.
 */
record TimeBelow(
    List<Grid.TimeRange> least, List<Grid.TimeRange> likely, List<Grid.TimeRange> most) {
  /** No time that is known. */
  static final TimeBelow NONE = new TimeBelow(List.of(), List.of(), List.of());

  /** All time in which any of these was below. */
  static TimeBelow all(List<TimeBelow> each) {
    return new TimeBelow(
        each.stream().flatMap(its -> its.least().stream()).toList(),
        each.stream().flatMap(its -> its.likely().stream()).toList(),
        each.stream().flatMap(its -> its.most().stream()).toList());
  }

  /** The same inside of a watch alone. */
  TimeBelow within(long startMicros, long endMicros) {
    return new TimeBelow(
        within(least, startMicros, endMicros),
        within(likely, startMicros, endMicros),
        within(most, startMicros, endMicros));
  }

  private static List<Grid.TimeRange> within(List<Grid.TimeRange> ranges, long start, long end) {
    return ranges.stream()
        .map(
            r -> new Grid.TimeRange(Math.max(start, r.startMicros()), Math.min(end, r.endMicros())))
        .filter(r -> r.endMicros() > r.startMicros())
        .toList();
  }

  long leastMicros() {
    return covered(least);
  }

  long likelyMicros() {
    return covered(likely);
  }

  long mostMicros() {
    return covered(most);
  }

  private static long covered(List<Grid.TimeRange> ranges) {
    long sum = 0;
    long reached = Long.MIN_VALUE;
    Stream<Grid.TimeRange> sorted =
        ranges.stream().sorted(Comparator.comparingLong(Grid.TimeRange::startMicros));
    for (Grid.TimeRange r : sorted.toList()) {
      long start = Math.max(reached, r.startMicros());
      if (r.endMicros() > start) {
        sum += r.endMicros() - start;
        reached = r.endMicros();
      }
    }
    return sum;
  }
}
