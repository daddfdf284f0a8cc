package dev.rebound.lab.check;

import dev.rebound.lab.recovery.Analysis.OffsetSample;
import java.util.Arrays;
import java.util.List;

/**
 * Says which fault a finding belongs to, by the input offset that it is about.
 *
 * <p>A finding belongs to fault f if its input offset is not before the last commit sampled before
 * f, and before the end of its input partition at f's recovery. Several such faults: ambiguous.
 * None, or no input offset: unattributed.
 */
public final class Attribution {
  public static final String AMBIGUOUS = "ambiguous";
  public static final String UNATTRIBUTED = "unattributed";

  private final List<Window> windows;

  public Attribution(List<Window> windows) {
    this.windows = List.copyOf(windows);
  }

  /**
   * What one fault may have touched, per input partition: offsets {@code from} (included) to {@code
   * to} (excluded).
   */
  public record Window(int fault, List<Long> from, List<Long> to) {

    /**
     * @param signalMicros when the fault was carried out
     * @param recoveredMicros when it was recovered from; the end of the run if never
     */
    public static Window of(
        int fault,
        int partitions,
        long signalMicros,
        long recoveredMicros,
        List<OffsetSample> committed,
        List<OffsetSample> ends) {
      long[] from = new long[partitions];
      long[] to = new long[partitions];
      Arrays.fill(to, Long.MAX_VALUE);
      for (OffsetSample sample : committed) {
        if (sample.atMicros() <= signalMicros) {
          for (int p = 0; p < Math.min(partitions, sample.offsets().size()); p++) {
            // Unknown now does not undo what was known before.
            from[p] = Math.max(from[p], sample.offsets().get(p));
          }
        }
      }
      for (OffsetSample sample : ends) {
        if (sample.atMicros() >= recoveredMicros) {
          for (int p = 0; p < Math.min(partitions, sample.offsets().size()); p++) {
            long end = sample.offsets().get(p);
            to[p] = end < 0 ? to[p] : Math.min(to[p], end);
          }
        }
      }
      return new Window(
          fault, Arrays.stream(from).boxed().toList(), Arrays.stream(to).boxed().toList());
    }

    boolean contains(int partition, long offset) {
      return partition < from.size() && offset >= from.get(partition) && offset < to.get(partition);
    }
  }

  /** Number of the fault, {@link #AMBIGUOUS} or {@link #UNATTRIBUTED}. */
  public String of(int inputPartition, long inputOffset) {
    if (inputOffset < 0) {
      return UNATTRIBUTED;
    }
    String found = UNATTRIBUTED;
    for (Window window : windows) {
      if (window.contains(inputPartition, inputOffset)) {
        if (!found.equals(UNATTRIBUTED)) {
          return AMBIGUOUS;
        }
        found = Integer.toString(window.fault());
      }
    }
    return found;
  }
}
