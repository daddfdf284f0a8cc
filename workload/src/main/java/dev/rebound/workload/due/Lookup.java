package dev.rebound.workload.due;

/**
 * Finds the numbers of outputs by their identity, and tells of the one found last without an object
 * for each. For use by one thread.
 */
public interface Lookup {
  /**
   * The number of an output, or {@link Due#NOT_DUE}, {@link Due#UNKNOWN_INPUT}, {@link
   * Due#LOST_INPUT}, {@link Due#NOT_JUDGED}.
   */
  long find(Observation seen);

  /** Lane of the input that the identity names; 0 if it is not stored. */
  int inputLane();

  /** Offset of the input that the identity names; −1 if it is not stored. */
  long inputOffset();

  /** When the output was due, microseconds since the epoch. Only of one that was. */
  long dueMicros();

  /** The chain that the output belongs to, from 0. Only of one that was due. */
  int chain();
}
