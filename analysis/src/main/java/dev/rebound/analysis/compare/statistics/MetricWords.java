package dev.rebound.analysis.compare.statistics;

import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.analysis.result.Metrics.Unit;
import dev.rebound.analysis.units.Words;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Names of metrics and their values as sentences write them. Pure. */
public final class MetricWords {
  private MetricWords() {}

  public static String noun(String metric) {
    return Metrics.find(metric).map(Metric::noun).orElse(metric);
  }

  static boolean isTime(String metric) {
    return Metrics.find(metric).map(m -> m.unit() == Unit.MILLIS).orElse(false);
  }

  /** Whether a metric is how long something took from a fault on. */
  public static boolean isSpan(String metric) {
    return Metrics.find(metric).map(Metric::isSpan).orElse(false);
  }

  /**
   * A value with its unit; {@code > 12.0 s} where only a lower bound is known, {@code < 1.0 s}
   * where only an upper one is, {@code unknown} where neither is. A count is {@code ≥ 3}.
   */
  public static String figure(String metric, BoundedValue value) {
    if (value.exact()) {
      return number(metric, value.low(), RoundingMode.HALF_UP) + unit(metric);
    }
    String low = number(metric, value.low(), RoundingMode.FLOOR) + unit(metric);
    boolean count = Metrics.isCount(metric);
    if (!value.bounded()) {
      return value.low() == 0 ? "unknown" : (count ? "≥ " : "> ") + low;
    }
    String high = number(metric, value.high(), RoundingMode.CEILING) + unit(metric);
    if (value.low() == 0) {
      return (count ? "≤ " : "< ") + high;
    }
    return low.equals(high) ? low : low + " to " + high;
  }

  /** A bound or difference without its unit. */
  public static String number(String metric, double value, RoundingMode mode) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "∞" : "−∞";
    }
    if (isTime(metric)) {
      return seconds(BigDecimal.valueOf(value / 1000), mode).toPlainString();
    }
    BigDecimal rounded =
        Math.abs(value) >= 1000
            ? BigDecimal.valueOf(value).setScale(0, mode)
            : BigDecimal.valueOf(value).round(new MathContext(3, mode));
    return Words.text("%,." + Math.max(0, rounded.scale()) + "f", rounded);
  }

  /** To a tenth; below one second two digits, as tenths would leave nothing of a latency. */
  private static BigDecimal seconds(BigDecimal value, RoundingMode mode) {
    boolean small = value.abs().compareTo(BigDecimal.ONE) < 0;
    BigDecimal rounded = small ? value.round(new MathContext(2, mode)) : value.setScale(1, mode);
    return rounded.setScale(Math.max(1, rounded.scale()), RoundingMode.UNNECESSARY);
  }

  /** The unit with a space before it. */
  public static String unit(String metric) {
    return Metrics.find(metric).map(m -> m.unit().suffix()).orElse("");
  }

  /** A factor: two significant digits, three near 1. */
  public static String factor(double factor, RoundingMode mode) {
    if (Double.isInfinite(factor)) {
      return "∞";
    }
    int digits = factor > 0.9 && factor < 1.1 ? 3 : 2;
    BigDecimal rounded = BigDecimal.valueOf(factor).round(new MathContext(digits, mode));
    return rounded.scale() < 0 ? rounded.setScale(0).toPlainString() : rounded.toPlainString();
  }

  /** The bounds of a factor, rounded outwards. */
  public static String factors(BoundedValue factor, String between) {
    return factor(factor.low(), RoundingMode.FLOOR)
        + between
        + factor(factor.high(), RoundingMode.CEILING);
  }

  /** The bounds of an interval, rounded outwards, with the unit. */
  public static String interval(String metric, BoundedValue interval) {
    return number(metric, interval.low(), RoundingMode.FLOOR)
        + " to "
        + number(metric, interval.high(), RoundingMode.CEILING)
        + unit(metric);
  }
}
