package dev.rebound.workload;

/** A record in one word: its generator, below 2^16, and its sequence number, below 2^48. */
public final class RecordId {
  private RecordId() {}

  public static long of(int generator, long sequence) {
    return (long) generator << 48 | sequence;
  }

  public static int generator(long id) {
    return (int) (id >>> 48);
  }

  public static long sequence(long id) {
    return id & (1L << 48) - 1;
  }
}
