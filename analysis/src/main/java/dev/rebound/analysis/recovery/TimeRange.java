package dev.rebound.analysis.recovery;

/** A stretch of time, microseconds since the epoch. */
record TimeRange(long startMicros, long endMicros) {
  boolean contains(long micros) {
    return micros >= startMicros && micros < endMicros;
  }

  long micros() {
    return endMicros - startMicros;
  }

  /** What of it lies inside of another one; none, or less, if nothing does. */
  TimeRange within(TimeRange other) {
    return new TimeRange(
        Math.max(startMicros, other.startMicros), Math.min(endMicros, other.endMicros));
  }
}
