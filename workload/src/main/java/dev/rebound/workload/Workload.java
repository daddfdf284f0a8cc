package dev.rebound.workload;

import dev.rebound.workload.due.Oracle;
import org.jspecify.annotations.Nullable;

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

  /** What is computed, in a few words. */
  default String describe() {
    return spec().name();
  }

  /** Number of rules; rules are numbered from 0. */
  int rules();

  /** Mean number of matches per record, as the description (or a count over the log file) says. */
  double matchesPerRecord();

  /** Length of the payload of record (generator, sequence) in bytes. */
  int payloadBytes(int generator, long sequence);

  /** Upper bound of {@link #payloadBytes}. */
  int payloadBytesMax();

  /**
   * Writes the payload of record (generator, sequence) into {@code target} at {@code offset};
   * returns its length.
   */
  int payload(int generator, long sequence, byte[] target, int offset);

  /** How a job that computes it is built. */
  default WorkloadKind.Shape shape() {
    return Workloads.kind(spec().name()).shape();
  }

  /** Length of a whole record in bytes, header included, as far as that can be said of all. */
  default int recordBytes() {
    return RecordFormat.HEADER_BYTES + payloadBytesMax();
  }

  /** The key that record (generator, sequence) is sent with; null for none. */
  default byte @Nullable [] key(int generator, long sequence) {
    return null;
  }

  /**
   * {@link #payload(int, long, byte[], int)} of a record that is to be sent at a time, of the same
   * length.
   *
   * @param intendedMicros microseconds since the epoch
   */
  default int payload(
      int generator, long sequence, long intendedMicros, byte[] target, int offset) {
    return payload(generator, sequence, target, offset);
  }

  /** Says what is due for the inputs that are stored. */
  default Oracle oracle() {
    return new PerRecordOracle(this);
  }

  /** A new matcher for use by one thread. */
  Matcher newMatcher();
}
