package dev.rebound.analysis.check;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.workload.due.Chunks;
import dev.rebound.workload.due.FindingSink;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Counts one kind of finding: how many, the input offsets that they are about (8 bytes each), and
 * the first ten in words. Attribution comes last, as the ends of the recoveries are not known while
 * outputs are read.
 */
final class Tally implements FindingSink {
  private static final int EXAMPLES = 10;
  private static final int OFFSET_BITS = 44;
  private static final long NO_PLACE = -1;

  private final FindingKind kind;
  private final Chunks.Longs places = new Chunks.Longs();
  private final List<String> examples = new ArrayList<>();

  Tally(FindingKind kind) {
    this.kind = kind;
  }

  @Override
  public void add(int inputLane, long inputOffset, Supplier<String> example) {
    places.add(inputOffset < 0 ? NO_PLACE : (long) inputLane << OFFSET_BITS | inputOffset);
    if (examples.size() < EXAMPLES) {
      examples.add(example.get());
    }
  }

  long count() {
    return places.size();
  }

  FindingKind kind() {
    return kind;
  }

  Finding finding(boolean allowed, Attribution attribution) {
    Map<String, long[]> byFault = new TreeMap<>();
    for (long i = 0; i < places.size(); i++) {
      long place = places.get(i);
      String fault =
          place == NO_PLACE
              ? Attribution.UNATTRIBUTED
              : attribution.of((int) (place >>> OFFSET_BITS), place & (1L << OFFSET_BITS) - 1);
      byFault.computeIfAbsent(fault, f -> new long[1])[0]++;
    }
    Map<String, Long> counts = new TreeMap<>();
    byFault.forEach((fault, n) -> counts.put(fault, n[0]));
    return new Finding(kind, places.size(), allowed, counts, List.copyOf(examples));
  }
}
