package dev.rebound.lab.observe;

import dev.rebound.workload.Headers;
import java.io.Closeable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where outputs are read from, from the first one on: a topic, or a table. For use by one thread.
 */
interface OutputSource extends Closeable {
  /** Takes what was read. */
  @FunctionalInterface
  interface ReadOutputs {
    /**
     * Takes one record.
     *
     * @param lane partition of the topic, those of a later topic after those of the ones before; 0
     *     of a table
     * @param position of the record in its lane: the same whenever it is read
     * @param appendMillis when it was written, milliseconds since the epoch
     * @param bytes of its value
     */
    void take(
        int lane,
        long position,
        long appendMillis,
        Headers headers,
        byte @Nullable [] value,
        int bytes)
        throws java.io.IOException;
  }

  /** Number of lanes. */
  int lanes();

  /**
   * Waits for records, and gets those that there are.
   *
   * @return how many; none after the timeout, or if nobody answers
   */
  int poll(Duration timeout);

  /** Hands over what the last poll got. */
  void each(ReadOutputs sink) throws java.io.IOException;

  /** How many records lie between this reader and the end, as far as that is known. */
  long lagRecords();

  /** How often it had to go on elsewhere, as what it was to read next is gone. */
  long repositioned();

  /**
   * True once all has been read that was there when this was first called; false, too, if nobody
   * answers.
   */
  boolean reachedEnd();
}
