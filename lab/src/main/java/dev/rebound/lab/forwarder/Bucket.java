package dev.rebound.lab.forwarder;

/**
 * Bytes that may be passed on, of which so many come in each second; those of 20 ms can be saved.
 * Times are nanoseconds since a moment of the caller's.
 */
final class Bucket {
  private static final double SAVED_SECONDS = 0.02;

  /**
   * Less is passed on only where less is left: pieces of some bytes would cost more than they are.
   */
  private static final int PIECE = 1024;

  private final double perNano;
  private final double capacity;
  private double bytes;
  private long at;

  /**
   * @param perSecond more than 0
   */
  Bucket(long perSecond, long now) {
    this.perNano = perSecond / 1e9;
    this.capacity = Math.max(PIECE, perSecond * SAVED_SECONDS);
    this.at = now;
  }

  /** How many of so many bytes may go now. */
  int available(int wanted, long now) {
    bytes = Math.min(capacity, bytes + (now - at) * perNano);
    at = now;
    return bytes < Math.min(wanted, PIECE) ? 0 : (int) Math.min(wanted, bytes);
  }

  /** In how many nanoseconds some of so many bytes may go, if none may now. */
  long nanosUntil(int wanted) {
    return (long) Math.ceil((Math.min(wanted, PIECE) - bytes) / perNano);
  }

  void spend(int count) {
    bytes -= count;
  }
}
