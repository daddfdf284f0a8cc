package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.analysis.evidence.Transition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Says which fault a finding belongs to, by the input offset that it is about.
 *
 * <p>A finding belongs to fault f if its input offset is not before the last but one commit sampled
 * before f, and before the end of its input partition when f's members were back and work had
 * settled. A job that holds what it has committed for longer than that is looked after further
 * back. Several such faults: ambiguous. None, but before all that the first of them may have
 * touched: before the first fault. None of these, or no input offset: unattributed.
 */
public final class Attribution {
  public static final String AMBIGUOUS = "ambiguous";
  public static final String UNATTRIBUTED = "unattributed";
  public static final String BEFORE = "before-first-fault";

  private static final long LEAST_SETTLING_MICROS = 1_000_000;
  private static final long MOST_SETTLING_MICROS = 60_000_000;

  private final List<FaultReach> windows;

  public Attribution(List<FaultReach> windows) {
    this.windows = List.copyOf(windows);
  }

  /**
   * The inputs that one fault may have touched, per input partition: offsets {@code from}
   * (included) to {@code to} (excluded).
   */
  public record FaultReach(int fault, List<Long> from, List<Long> to) {
    /**
     * @param signalMicros when the fault was carried out
     * @param settledMicros when work had settled after it; the end of the run if never
     * @param heldMicros for how long the job may hold what it has committed before there is output
     *     of it; a minute at most counts
     */
    public static FaultReach of(
        int fault,
        int partitions,
        long signalMicros,
        long settledMicros,
        long heldMicros,
        List<OffsetSample> committed,
        List<OffsetSample> ends) {
      long[] from = new long[partitions];
      long[] last = new long[partitions];
      long[] held = new long[partitions];
      long[] to = new long[partitions];
      Arrays.fill(to, Long.MAX_VALUE);
      for (OffsetSample sample : committed) {
        if (sample.atMicros() <= signalMicros) {
          for (int p = 0; p < Math.min(partitions, sample.offsets().size()); p++) {
            // Unknown now does not undo what was known before.
            if (sample.offsets().get(p) > last[p]) {
              // Who commits before it has processed loses what the last commit says is done.
              from[p] = last[p];
              last[p] = sample.offsets().get(p);
            }
            if (sample.atMicros() <= signalMicros - Math.min(heldMicros, MOST_SETTLING_MICROS)) {
              held[p] = last[p];
            }
          }
        }
      }
      for (OffsetSample sample : ends) {
        if (sample.atMicros() >= settledMicros) {
          for (int p = 0; p < Math.min(partitions, sample.offsets().size()); p++) {
            long end = sample.offsets().get(p);
            to[p] = end < 0 ? to[p] : Math.min(to[p], end);
          }
        }
      }
      Arrays.setAll(from, p -> Math.min(from[p], held[p]));
      return new FaultReach(
          fault, Arrays.stream(from).boxed().toList(), Arrays.stream(to).boxed().toList());
    }

    private boolean follows(int partition, long offset) {
      return partition < from.size() && offset < from.get(partition);
    }

    boolean contains(int partition, long offset) {
      return partition < from.size() && offset >= from.get(partition) && offset < to.get(partition);
    }
  }

  /**
   * When work had settled after a fault: once it was recovered from, its members were back and the
   * engine had said its last word about it, and a commit had followed, so that nothing read until
   * then can be replayed because of it. The next fault ends it in any case.
   *
   * @param recoveredMicros when the fault was recovered from; the end of the run if never
   * @param nextMicros first signal of the next fault
   * @param settlingMicros until a commit has followed, see {@link #settling}
   */
  public static long settled(
      FaultTimes fault, long recoveredMicros, long nextMicros, long settlingMicros) {
    long last = recoveredMicros;
    for (long back : fault.returns()) {
      last = Math.max(last, back);
    }
    for (Transition said : fault.transitions()) {
      last = Math.max(last, said.atMicros());
    }
    return Math.min(nextMicros, last + settlingMicros);
  }

  /**
   * How long it takes at most until the job has committed what it has read, microseconds: as long
   * as from one commit to the next, and a second at least.
   *
   * @param commitMillis the interval of its commits where that is known, or 0
   * @param committed samples, of which those before a time count: the longest stretch that the
   *     partition which committed most often went without
   */
  public static long settling(long commitMillis, List<OffsetSample> committed, long untilMicros) {
    int partitions = committed.isEmpty() ? 0 : committed.get(0).offsets().size();
    int most = 0;
    long longest = 0;
    for (int p = 0; p < partitions; p++) {
      List<Long> commits = commits(committed, p, untilMicros);
      if (commits.size() > most) {
        most = commits.size();
        longest = 0;
        for (int i = 1; i < commits.size(); i++) {
          longest = Math.max(longest, commits.get(i) - commits.get(i - 1));
        }
      }
    }
    long interval = Math.max(commitMillis * 1000, longest);
    return Math.max(LEAST_SETTLING_MICROS, Math.min(MOST_SETTLING_MICROS, interval));
  }

  /** When a partition's committed offset was seen to have moved on. */
  private static List<Long> commits(List<OffsetSample> samples, int partition, long untilMicros) {
    List<Long> times = new ArrayList<>();
    long before = Long.MAX_VALUE;
    for (OffsetSample sample : samples) {
      long offset = partition < sample.offsets().size() ? sample.offsets().get(partition) : -1;
      if (sample.atMicros() > untilMicros || offset < 0) {
        continue;
      }
      if (offset > before) {
        times.add(sample.atMicros());
      }
      before = offset;
    }
    return times;
  }

  /** Number of the fault, {@link #BEFORE}, {@link #AMBIGUOUS} or {@link #UNATTRIBUTED}. */
  public String of(int inputPartition, long inputOffset) {
    if (inputOffset < 0) {
      return UNATTRIBUTED;
    }
    String found = UNATTRIBUTED;
    for (FaultReach window : windows) {
      if (window.contains(inputPartition, inputOffset)) {
        if (!found.equals(UNATTRIBUTED)) {
          return AMBIGUOUS;
        }
        found = Integer.toString(window.fault());
      }
    }
    boolean early =
        found.equals(UNATTRIBUTED)
            && !windows.isEmpty()
            && windows.get(0).follows(inputPartition, inputOffset);
    return early ? BEFORE : found;
  }
}
