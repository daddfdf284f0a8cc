package dev.rebound.analysis.recovery.lanes;

import dev.rebound.analysis.check.FirstTimes;

/** When each output due appeared first, on one axis of time, microseconds since the epoch. */
@FunctionalInterface
public interface AppearanceTimes {
  /** {@link FirstTimes#NEVER} if it was not seen. */
  long micros(long index);

  default boolean seen(long index) {
    return micros(index) != FirstTimes.NEVER;
  }
}
