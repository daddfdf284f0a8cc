package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.oracle.due.Walk;

/** When inputs had come to an end: all of their outputs were there. */
final class Completion {
  private final Grid grid;

  Completion(Grid grid) {
    this.grid = grid;
  }

  /** When the last of an input's outputs appeared; the end of the observation if one is held. */
  long micros(AppearanceTimes times, int strand, Walk input) {
    long completed = Long.MIN_VALUE;
    long end = input.end();
    for (long i = input.start(); i < end; i++) {
      long at = times.micros(i);
      if (at != FirstTimes.NEVER) {
        completed = Math.max(completed, at);
      } else if (input.start() > grid.lastDelivered(strand, input.inputLane())) {
        return Math.max(input.dueMicros(), grid.bucketEndMicros(grid.buckets() - 1));
      }
    }
    return completed;
  }
}
