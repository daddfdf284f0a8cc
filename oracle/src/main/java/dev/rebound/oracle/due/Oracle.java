package dev.rebound.oracle.due;

/**
 * The judge of a workload's outputs: every output that is due for the inputs that are stored, and
 * what outputs are held against. Immutable and safe to share; what is {@link #due} is not.
 */
public interface Oracle {
  /** What the check of a run holds of each record beside what is due for it, bytes. */
  default int heldBytesPerRecord() {
    return 0;
  }

  /**
   * True if outputs are updates of keys, of which none is due by itself: that all have come is told
   * by silence alone.
   */
  default boolean updates() {
    return false;
  }

  /**
   * True if outputs are judged as a whole: what is missing, or there too often, has diverged, and
   * none is lost or duplicated by itself.
   */
  default boolean judgedAsWhole() {
    return false;
  }

  /**
   * The outputs that are due for the inputs that are stored. Throws {@link
   * IllegalArgumentException} saying what to change if it cannot keep account of so much.
   */
  Due due(Ledger ledger);
}
