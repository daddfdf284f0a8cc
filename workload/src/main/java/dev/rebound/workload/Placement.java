package dev.rebound.workload;

/**
 * Decides which partition of the input each record is sent to. Where there are several topics, the
 * partitions of the second one come after those of the first. Pure.
 */
@FunctionalInterface
public interface Placement {
  /** Record n of any generator goes to partition n mod P of P. */
  Placement IN_TURN = (generator, sequence, partitions) -> (int) (sequence % partitions);

  /**
   * The partition of record (generator, sequence).
   *
   * @param partitions of all input topics together
   */
  int partition(int generator, long sequence, int partitions);
}
