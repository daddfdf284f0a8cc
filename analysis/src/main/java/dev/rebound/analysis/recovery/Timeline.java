package dev.rebound.analysis.recovery;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the outputs did second by second, from the first record sent to the last output seen, for
 * charts and CSV files. Seconds are consecutive from {@code startMicros}; none is left out.
 *
 * @param startMicros start of the first second, microseconds since the epoch
 */
public record Timeline(long startMicros, List<Second> seconds) {

  /**
   * One second.
   *
   * @param atMicros its start, microseconds since the epoch
   * @param due outputs of stored records whose intended send time is in this second
   * @param distinct outputs that appeared for the first time in this second
   * @param undelivered outputs due by the end of this second that had not appeared by then
   * @param frontierAgeMillis greatest frontier age in this second, worst input partition; NaN if it
   *     is not known
   * @param append append latency of outputs appended in this second; null if there were none
   * @param visible visible latency of outputs received in this second
   * @param appendByIntended append latency of outputs whose record was intended for this second
   * @param visibleByIntended visible latency of the same outputs
   */
  public record Second(
      long atMicros,
      long due,
      long distinct,
      long undelivered,
      double frontierAgeMillis,
      @Nullable Percentiles append,
      @Nullable Percentiles visible,
      @Nullable Percentiles appendByIntended,
      @Nullable Percentiles visibleByIntended) {}

  /**
   * Percentiles in milliseconds. Infinite where that share of the outputs never appeared.
   *
   * @param count outputs that these are of, those that never appeared included
   */
  public record Percentiles(
      long count, double p50, double p90, double p95, double p99, double max) {}
}
