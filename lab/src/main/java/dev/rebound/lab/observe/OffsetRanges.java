package dev.rebound.lab.observe;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Ranges of offsets per partition: in order, and apart from each other. */
final class OffsetRanges {
  /** Offsets from {@code from} up to, not with, {@code to}. */
  record Range(long from, long to) {}

  private final List<List<Range>> byPartition;

  private OffsetRanges(List<List<Range>> byPartition) {
    this.byPartition = byPartition;
  }

  /** Everything from each partition's beginning to its end. */
  static OffsetRanges whole(long[] beginnings, long[] ends) {
    List<List<Range>> all = new ArrayList<>();
    for (int p = 0; p < ends.length; p++) {
      all.add(beginnings[p] < ends[p] ? List.of(new Range(beginnings[p], ends[p])) : List.of());
    }
    return new OffsetRanges(all);
  }

  /**
   * Widens each range by {@code margin} on both sides, joins those that meet, and cuts to bounds.
   */
  static OffsetRanges joined(List<List<Range>> loose, long margin, long[] beginnings, long[] ends) {
    List<List<Range>> all = new ArrayList<>();
    for (int p = 0; p < ends.length; p++) {
      List<Range> joined = new ArrayList<>();
      List<Range> sorted = new ArrayList<>(loose.get(p));
      sorted.sort(Comparator.comparingLong(Range::from));
      for (Range range : sorted) {
        long from = Math.max(beginnings[p], saturated(range.from(), -margin));
        long to = Math.min(ends[p], saturated(range.to(), margin));
        if (from >= to) {
          continue;
        }
        Range last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
        if (last != null && from <= last.to()) {
          joined.set(joined.size() - 1, new Range(last.from(), Math.max(last.to(), to)));
        } else {
          joined.add(new Range(from, to));
        }
      }
      all.add(joined);
    }
    return new OffsetRanges(all);
  }

  private static long saturated(long a, long b) {
    long sum = a + b;
    return b > 0 && sum < a ? Long.MAX_VALUE : sum;
  }

  int partitions() {
    return byPartition.size();
  }

  List<Range> of(int partition) {
    return byPartition.get(partition);
  }

  boolean contains(int partition, long offset) {
    List<Range> ranges = byPartition.get(partition);
    int low = 0;
    int high = ranges.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Range range = ranges.get(middle);
      if (offset < range.from()) {
        high = middle - 1;
      } else if (offset >= range.to()) {
        low = middle + 1;
      } else {
        return true;
      }
    }
    return false;
  }
}
