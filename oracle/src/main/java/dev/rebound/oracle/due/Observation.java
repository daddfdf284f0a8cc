package dev.rebound.oracle.due;

import dev.rebound.workload.SplitMix;

/**
 * One output as a reader saw it: who it is, and what it says of the state that it came from. The
 * four words mean what the workload says; equal outputs have equal words. By most of them an output
 * is of one input and one key.
 */
public interface Observation {
  /** First word of the identity. */
  long identityHigh();

  /** Second word of the identity. */
  long identityLow();

  /** First word of what it says of the state. */
  long evidenceHigh();

  /** Second word of what it says of the state. */
  long evidenceLow();

  /** The first word, where that is the sequence number of an input. */
  default long sequence() {
    return identityHigh();
  }

  /** The upper half of the second word, where that is the generator of an input. */
  default int generator() {
    return (int) (identityLow() >>> 32);
  }

  /** The lower half of the second word, where that is a key, such as a rule or an address. */
  default int key() {
    return (int) identityLow();
  }

  /** The output partition that it stands in; −1 where that is not known. */
  default int partition() {
    return -1;
  }

  /** Where it stands in its output partition; −1 where that is not known. */
  default long offset() {
    return -1;
  }

  /** The digest of the time in its id; 0 where the id has none, or nobody kept it. */
  default int timeDigest() {
    return 0;
  }

  /**
   * The digest of a time, microseconds since the epoch: equal times have equal ones, others but for
   * one pair in 16 million. 24 bits; 0 for no time alone.
   */
  static int digest(long micros) {
    return micros <= 0 ? 0 : Math.max(1, (int) (SplitMix.mix(micros) >>> 40));
  }

  /** False if it was seen, and the topic holds it no more in the end: it is nobody's last word. */
  default boolean stands() {
    return true;
  }

  /** The same as another one but for what is said anew. */
  interface Like extends Observation {
    /** The other one. */
    Observation seen();

    @Override
    default long identityHigh() {
      return seen().identityHigh();
    }

    @Override
    default long identityLow() {
      return seen().identityLow();
    }

    @Override
    default long evidenceHigh() {
      return seen().evidenceHigh();
    }

    @Override
    default long evidenceLow() {
      return seen().evidenceLow();
    }

    @Override
    default int timeDigest() {
      return seen().timeDigest();
    }

    @Override
    default int partition() {
      return seen().partition();
    }

    @Override
    default long offset() {
      return seen().offset();
    }

    @Override
    default boolean stands() {
      return seen().stands();
    }
  }
}
