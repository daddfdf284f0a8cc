package dev.rebound.oracle.sample;

/** The partition of a key, as Kafka's own producers choose it: murmur2, with Kafka's seed. */
public final class KeyHash {
  private static final int SEED = 0x9747b28c;
  private static final int M = 0x5bd1e995;
  private static final int R = 24;

  private KeyHash() {}

  /** The hash of a key, not negative; the partition is its remainder by their number. */
  public static int of(byte[] key) {
    int length = key.length;
    int h = SEED ^ length;
    int at = 0;
    for (; at + 4 <= length; at += 4) {
      int k =
          (key[at] & 0xff)
              | (key[at + 1] & 0xff) << 8
              | (key[at + 2] & 0xff) << 16
              | (key[at + 3] & 0xff) << 24;
      k *= M;
      k ^= k >>> R;
      h = (h * M) ^ (k * M);
    }
    if (length - at == 3) {
      h ^= (key[at + 2] & 0xff) << 16;
    }
    if (length - at >= 2) {
      h ^= (key[at + 1] & 0xff) << 8;
    }
    if (length - at >= 1) {
      h ^= key[at] & 0xff;
      h *= M;
    }
    h ^= h >>> 13;
    h *= M;
    h ^= h >>> 15;
    return h & 0x7fffffff;
  }
}
