package dev.rebound.lab.observe;

import dev.rebound.workload.OutputRecord;
import java.nio.ByteBuffer;

/**
 * How far a topic has come that has outputs of some records alone. Its newest one may be old without
 * anybody being late, so that it counts as behind only once that is several times as old as it
 * became of late before the next one. For use by one thread.
 */
final class SparseTopic {
  /** After so many newer outputs it is known how old they become. */
  private static final int KNOWN = 20;

  private static final int FACTOR = 3;
  private static final long LEAST_MICROS = 1_000_000;

  /** With each newer output such a share of what was usual is forgotten, as that of a slow start. */
  private static final int FORGOTTEN = 100;

  private long newestMicros = Long.MIN_VALUE;
  private long usualMicros;
  private int newer;

  /** Takes note of an output; the value is one as {@link OutputRecord} lays it out. */
  void output(long receiptMicros, byte[] value) {
    long intended = ByteBuffer.wrap(value).getLong(16);
    if (value[1] != 0 || intended <= Math.max(0, newestMicros)) {
      return;
    }
    if (newestMicros != Long.MIN_VALUE) {
      long age = receiptMicros - newestMicros;
      usualMicros -= usualMicros / FORGOTTEN;
      // What was told as late is not usual.
      if (newer < KNOWN || age <= usualMaxMicros()) {
        usualMicros = Math.max(usualMicros, age);
      }
      newer++;
    }
    newestMicros = intended;
  }

  private long usualMaxMicros() {
    return Math.max(LEAST_MICROS, FACTOR * usualMicros);
  }

  /** When its newest output was meant to be sent if it is behind, else {@link Long#MAX_VALUE}. */
  long frontierMicros(long nowMicros) {
    return newer >= KNOWN && nowMicros - newestMicros > usualMaxMicros()
        ? newestMicros
        : Long.MAX_VALUE;
  }
}
