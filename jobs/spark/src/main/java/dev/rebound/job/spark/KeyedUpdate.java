package dev.rebound.job.spark;

import java.io.Serializable;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * The second stage of a workload: what one key has in a batch, applied to its state, whichever
 * {@link StateOperator} keeps that.
 *
 * @param <K> key
 * @param <I> input
 */
interface KeyedUpdate<K, I> extends Serializable {
  /** What is kept of a key. */
  interface Kept {
    /** Null if nothing is. */
    byte @Nullable [] get();

    /** Null to keep nothing any more. */
    void set(byte @Nullable [] state);

    /** Where states end by time: has {@link KeyedUpdate#ended} called then, or soon after. */
    void endsAt(long millis);
  }

  /** The outputs of inputs, each with its partition of the output topic. */
  Iterator<Tuple2<byte[], Integer>> update(K key, Iterator<I> inputs, Kept kept);

  /** The outputs of a state whose time is over; it is kept no longer. */
  default Iterator<Tuple2<byte[], Integer>> ended(byte[] state) {
    throw new IllegalStateException("states of " + getClass().getSimpleName() + " have no end");
  }
}
