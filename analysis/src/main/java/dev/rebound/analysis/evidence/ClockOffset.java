package dev.rebound.analysis.evidence;

/**
 * What the clocks of brokers show more than the lab's at one moment, over all brokers that were
 * asked: between these.
 *
 * @param lowMicros may be negative
 */
public record ClockOffset(long lowMicros, long highMicros) {
  /** Brokers on the lab's own machine have its clock. */
  public static final ClockOffset NONE = new ClockOffset(0, 0);

  /** One that holds both. */
  public ClockOffset and(ClockOffset other) {
    return new ClockOffset(
        Math.min(lowMicros, other.lowMicros), Math.max(highMicros, other.highMicros));
  }

  /** By how much append times are set right, whole milliseconds as they are themselves. */
  public long millis() {
    return Math.round((lowMicros + highMicros) / 2000.0);
  }

  /** What is not known of them then, to each side; 0 if the clocks are the same. */
  public long uncertainMillis() {
    return equals(NONE) ? 0 : (highMicros - lowMicros) / 2000 + 1;
  }

  /** The most that a clock may be off, microseconds. */
  public long mostMicros() {
    return Math.max(Math.abs(lowMicros), Math.abs(highMicros));
  }
}
