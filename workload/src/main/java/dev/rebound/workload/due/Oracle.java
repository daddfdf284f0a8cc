package dev.rebound.workload.due;

/** Says what must come out of a job, given what went in. */
public interface Oracle {
  /**
   * What is due for the inputs that are stored. Throws {@link IllegalArgumentException} saying what
   * to change if it cannot keep account of so much.
   *
   * @param partitions of the input topic, and of every other topic of the job
   */
  Due due(Ledger ledger, int partitions);

  /** How much memory an output that is due takes, bytes. */
  int bytesPerOutput();
}
