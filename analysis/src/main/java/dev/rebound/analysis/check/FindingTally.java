package dev.rebound.analysis.check;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.LargeArrays;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Counts one kind of finding: how many, the input offsets that they are about (8 bytes each), and
 * the first ten in words, with some of all others. Attribution comes last, as the ends of the
 * recoveries are not known while outputs are read.
 */
final class FindingTally implements FindingSink {
  private static final int EXAMPLES = 10;
  private static final int SAMPLE = 128;
  private static final int OFFSET_BITS = 44;
  private static final long NO_PLACE = -1;

  private final FindingKind kind;
  private final LargeArrays.Longs places = new LargeArrays.Longs();
  private final List<String> examples = new ArrayList<>();
  private final List<PlacedExample> sample = new ArrayList<>();
  private long stride = 1;

  private record PlacedExample(long place, String text) {}

  FindingTally(FindingKind kind) {
    this.kind = kind;
  }

  @Override
  public void add(int inputLane, long inputOffset, Supplier<String> example) {
    long place = inputOffset < 0 ? NO_PLACE : (long) inputLane << OFFSET_BITS | inputOffset;
    places.add(place);
    if ((places.size() - 1) % stride == 0) {
      String text = example.get();
      if (examples.size() < EXAMPLES) {
        examples.add(text);
      }
      sample.add(new PlacedExample(place, text));
      if (sample.size() == SAMPLE) {
        stride *= 2;
        for (int i = SAMPLE - 1; i > 0; i -= 2) {
          sample.remove(i);
        }
      }
    }
  }

  private static String attributed(long place, Attribution attribution) {
    return place == NO_PLACE
        ? Attribution.UNATTRIBUTED
        : attribution.of((int) (place >>> OFFSET_BITS), place & (1L << OFFSET_BITS) - 1);
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
      byFault.computeIfAbsent(attributed(places.get(i), attribution), f -> new long[1])[0]++;
    }
    Map<String, Long> counts = new TreeMap<>();
    byFault.forEach((fault, n) -> counts.put(fault, n[0]));
    Map<String, String> exampleOf = new TreeMap<>();
    if (counts.size() > 1) {
      sample.forEach(one -> exampleOf.putIfAbsent(attributed(one.place, attribution), one.text));
    }
    return new Finding(kind, places.size(), allowed, counts, List.copyOf(examples), exampleOf);
  }
}
