package dev.rebound.analysis.recovery;

/**
 * A stretch of time in which a lane stood still, or in which output was later than it should be,
 * with what is known of its ends. Microseconds since the epoch.
 *
 * @param lane −1 if it is about all of them
 * @param startLow earliest that it may have begun; {@code start} as estimated; {@code startHigh}
 *     latest
 * @param endLow earliest that it may have ended; {@code end} as estimated; {@code endHigh} latest
 * @param open true if it had not ended when watching did; its ends are that moment
 * @param perhaps true if it may have been none: then only its latest end tells something
 */
record UncertainInterval(
    int lane,
    long startLow,
    long start,
    long startHigh,
    long endLow,
    long end,
    long endHigh,
    boolean open,
    boolean perhaps) {
  /** One that there surely was. */
  UncertainInterval(
      int lane,
      long startLow,
      long start,
      long startHigh,
      long endLow,
      long end,
      long endHigh,
      boolean open) {
    this(lane, startLow, start, startHigh, endLow, end, endHigh, open, false);
  }

  /** One whose ends are known exactly. */
  static UncertainInterval exact(int lane, long start, long end, boolean open) {
    return new UncertainInterval(lane, start, start, start, end, end, end, open);
  }

  /** The same if there may have been none. */
  UncertainInterval asPerhaps() {
    return new UncertainInterval(
        lane, startLow, start, startHigh, endLow, end, endHigh, false, true);
  }

  long micros() {
    return end - start;
  }
}
