package dev.rebound.workload.due;

/**
 * What became of every input, by generator and sequence number. For use by one thread.
 *
 * <p>An input is stored if its send was acknowledged and the topic holds it, or if its fate was
 * found by reading the topic.
 */
public interface Ledger {
  /** What became of an input. */
  enum Fate {
    STORED,
    /** Not sent, or the producer gave up on it, and it is not there. */
    NOT_STORED,
    /** Handed to the producer, which never answered, and nobody has looked for it. */
    UNKNOWN,
    /** Acknowledged, and not there. */
    LOST
  }

  /** One more than the greatest generator number. */
  int generators();

  /** Inputs of a generator, up to the last one that was handed to the producer. */
  long records(int generator);

  /** True if there is an account of an input, whatever became of it. */
  boolean knows(int generator, long sequence);

  Fate fate(int generator, long sequence);

  /** Offset of an input in its lane; −1 if it is not stored. */
  long offset(int generator, long sequence);

  /**
   * When an input was to be sent, microseconds since the epoch; where the load kept to no schedule,
   * when it was sent.
   */
  long intendedMicros(int generator, long sequence);
}
