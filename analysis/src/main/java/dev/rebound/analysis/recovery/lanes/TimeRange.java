package dev.rebound.analysis.recovery.lanes;

/** A stretch of time, microseconds since the epoch. */
public record TimeRange(long startMicros, long endMicros) {
  public boolean contains(long micros) {
    return micros >= startMicros && micros < endMicros;
  }

  public long micros() {
    return endMicros - startMicros;
  }

  /** What of it lies inside of another one; none, or less, if nothing does. */
  public TimeRange within(TimeRange other) {
    return new TimeRange(
        Math.max(startMicros, other.startMicros), Math.min(endMicros, other.endMicros));
  }
}
