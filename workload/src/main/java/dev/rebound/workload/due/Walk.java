package dev.rebound.workload.due;

/**
 * Walks the inputs of one strand that have outputs due, in the order of time. For use by one
 * thread.
 */
public interface Walk {
  /** Moves to the next input; false if there is none. */
  boolean next();

  /**
   * Moves on to the input of an output: the current one or one after it. Throws {@link
   * IllegalArgumentException} if the output is not of this strand.
   */
  void seek(long index);

  /** Number of the current input's first output. */
  long start();

  /** Number after the current input's last output. */
  long end();

  int inputLane();

  /** Offset of the current input in its lane. */
  long inputOffset();

  /** When the outputs of the current input are due, microseconds since the epoch. */
  long dueMicros();
}
