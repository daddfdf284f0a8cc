package dev.rebound.workload;

/** Decides which partition of the input topic each record is sent to. Pure. */
@FunctionalInterface
public interface Placement {
  /** Record n of any generator goes to partition n mod P of P. */
  Placement IN_TURN = (generator, sequence, partitions) -> (int) (sequence % partitions);

  /**
   * The partition of record (generator, sequence).
   *
   * @param partitions of the input topic
   */
  int partition(int generator, long sequence, int partitions);
}
