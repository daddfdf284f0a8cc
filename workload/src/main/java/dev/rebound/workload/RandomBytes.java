package dev.rebound.workload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes that nobody may compress, and that a key decides. */
final class RandomBytes {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private RandomBytes() {}

  /**
   * Fills a part of an array.
   *
   * @param key of what the bytes are for, well mixed
   * @param from inclusive
   * @param to exclusive
   */
  static void fill(long key, byte[] target, int from, int to) {
    long counter = key;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      LONGS.set(target, at, word(counter));
      counter += SplitMix.GAMMA;
    }
    long rest = word(counter);
    for (; at < to; at++) {
      target[at] = (byte) rest;
      rest >>>= Byte.SIZE;
    }
  }

  /** One multiplication less than {@link SplitMix#mix}: enough for this. */
  private static long word(long counter) {
    long z = (counter ^ (counter >>> 32)) * 0xBF58476D1CE4E5B9L;
    return z ^ (z >>> 29);
  }
}
