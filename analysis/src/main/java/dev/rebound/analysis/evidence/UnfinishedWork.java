package dev.rebound.analysis.evidence;

import java.util.ArrayList;
import java.util.List;

/**
 * The work that a job had not ended when the drain did: its outputs may yet come, so that one which
 * is missing is pending and not lost.
 *
 * @param input per input partition: the first offset that was not committed as processed, although
 *     the partition moved; -1 where it had ended or stood still
 * @param shuffled per output partition: records on their way to it through a topic of the job's own
 *     that were not committed as processed, although the partition moved
 * @param undrained whether the drain was over before all had come: what nothing later has overtaken
 *     may come yet, also where the job stood still or does not tell how far it is
 */
public record UnfinishedWork(List<Long> input, List<Long> shuffled, boolean undrained) {
  public static final UnfinishedWork NOTHING = new UnfinishedWork(List.of(), List.of());

  /** Of a drain that was not cut short. */
  public UnfinishedWork(List<Long> input, List<Long> shuffled) {
    this(input, shuffled, false);
  }

  /** True if the job may not have processed this input yet. */
  public boolean holds(int inputPartition, long offset) {
    return inputPartition < input.size()
        && input.get(inputPartition) >= 0
        && offset >= input.get(inputPartition);
  }

  /** Records on their way to an output partition; 0 if there are none. */
  public long shuffledTo(int outputPartition) {
    return outputPartition < shuffled.size() ? shuffled.get(outputPartition) : 0;
  }

  /** True if anything is left at all. */
  public boolean any() {
    return input.stream().anyMatch(offset -> offset >= 0)
        || shuffled.stream().anyMatch(records -> records > 0);
  }

  /**
   * Watches the partitions of one topic through a drain: which of them moved, and how far they
   * came. For one thread.
   */
  public static final class PartitionWatch {
    private List<Long> first = List.of();
    private List<Long> committed = List.of();
    private List<Long> end = List.of();

    /** One look; a committed offset of -1 counts as 0. */
    public void look(List<Long> committedOffsets, List<Long> endOffsets) {
      committed = committedOffsets.stream().map(offset -> Math.max(0, offset)).toList();
      end = List.copyOf(endOffsets);
      if (first.isEmpty()) {
        first = committed;
      }
    }

    /** Records that are not committed as processed, on all partitions. */
    public long behind() {
      long sum = 0;
      for (int p = 0; p < committed.size(); p++) {
        sum += left(p);
      }
      return sum;
    }

    /**
     * Per partition: the first offset that is not processed where it moved and is not at its end.
     */
    public List<Long> from() {
      List<Long> from = new ArrayList<>();
      for (int p = 0; p < committed.size(); p++) {
        from.add(moves(p) ? committed.get(p) : -1);
      }
      return from;
    }

    /** Per partition: how many records are left where it moved. */
    public List<Long> left() {
      List<Long> left = new ArrayList<>();
      for (int p = 0; p < committed.size(); p++) {
        left.add(moves(p) ? left(p) : 0);
      }
      return left;
    }

    private boolean moves(int p) {
      return left(p) > 0 && committed.get(p) > first.get(p);
    }

    private long left(int p) {
      return Math.max(0, end.get(p) - committed.get(p));
    }
  }
}
