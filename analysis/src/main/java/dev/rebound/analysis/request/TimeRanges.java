package dev.rebound.analysis.request;

import java.util.Map;
import java.util.TreeMap;

/** Ranges of time, both ends included; those that touch are one. Microseconds. */
final class TimeRanges {
  private final TreeMap<Long, Long> endsByStart = new TreeMap<>();

  void add(long startMicros, long endMicros) {
    long start = startMicros;
    long end = endMicros;
    for (Map.Entry<Long, Long> before = endsByStart.floorEntry(end);
        before != null && before.getValue() >= start;
        before = endsByStart.floorEntry(end)) {
      start = Math.min(start, before.getKey());
      end = Math.max(end, before.getValue());
      endsByStart.remove(before.getKey());
    }
    endsByStart.put(start, end);
  }

  /** Whether one of them has a time in common with a range. */
  boolean touch(long startMicros, long endMicros) {
    Map.Entry<Long, Long> before = endsByStart.floorEntry(endMicros);
    return before != null && before.getValue() >= startMicros;
  }
}
