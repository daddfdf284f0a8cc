package dev.rebound.workload;

/**
 * What a job computes: the input records, the rules that each of them matches, and so every output
 * that is due.
 *
 * <p>Engine-free and pure: the same instance description ({@link WorkloadSpec}) gives the same
 * answers in the load generator, in every engine's job and in the checker. Instances are immutable
 * and safe to share; a {@link Matcher} is not.
 */
public interface Workload {
  /** The description that this workload was made from. */
  WorkloadSpec spec();

  /** Number of rules; rules are numbered from 0. */
  int rules();

  /** Mean number of matches per record, as the description (or a count over the log file) says. */
  double matchesPerRecord();

  /**
   * True if the set of outputs follows from the inputs alone. With {@code emitEvery > 1} it does
   * not: which match of a rule is the m-th depends on the order in which partitions were read, so
   * outputs are then judged by the final state.
   */
  default boolean deterministic() {
    return spec().emitEvery() == 1;
  }

  /** Length of the payload of record (generator, sequence) in bytes. */
  int payloadBytes(int generator, long sequence);

  /** Upper bound of {@link #payloadBytes}. */
  int payloadBytesMax();

  /**
   * Writes the payload of record (generator, sequence) into {@code target} at {@code offset};
   * returns its length.
   */
  int payload(int generator, long sequence, byte[] target, int offset);

  /** A new matcher for use by one thread. */
  Matcher newMatcher();
}
