package dev.rebound.advise;

import dev.rebound.analysis.units.Bytes;
import dev.rebound.analysis.units.Rate;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The circumstances that the settings have to cope with, as far as they are told. A circumstance
 * that is not told is not judged.
 *
 * @param outage the longest outage that is to be survived
 * @param rate records per second that are written: by the producer, and to each topic
 * @param recordSize bytes of a record
 * @param recordTime how long processing a record takes
 * @param consumers consumers of a group, all threads together; 0 if not told
 */
public record Circumstances(
    @Nullable Duration outage,
    @Nullable Rate rate,
    @Nullable Bytes recordSize,
    @Nullable Duration recordTime,
    int consumers) {
  /** Nothing is told. */
  public static final Circumstances NONE = new Circumstances(null, null, null, null, 0);

  /** Bytes per second; 0 unless rate and size are told. */
  double bytesPerSecond() {
    return rate == null || recordSize == null ? 0 : rate.perSecond() * recordSize.count();
  }

  /** True if an outage is told and lasts longer than this. */
  boolean outlasts(long millis) {
    return outage != null && outage.toMillis() > millis;
  }
}
