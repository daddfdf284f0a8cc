package dev.rebound.workload.due;

/**
 * Inputs that one output record gathers, such as the visits of a window: of each group, numbered
 * from 0, which outputs due it is, and when its inputs were meant to be sent. Times are
 * microseconds since the epoch.
 */
public interface Groups {
  /** How many there are. */
  long size();

  /** Number of its first output due. */
  long start(long group);

  /** Number after its last output due. */
  long end(long group);

  /** When it is due. */
  long dueMicros(long group);

  /** When its oldest input was meant to be sent. */
  long oldestMicros(long group);

  /** When its newest input was meant to be sent. */
  long newestMicros(long group);
}
