package dev.rebound.report.page;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.Series;
import dev.rebound.report.run.LatencyLog;
import dev.rebound.report.run.RecordedRun;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The series of a run as columns of JSON numbers, null where there was no value.
 *
 * <p>A run of more than 3,600 ticks is thinned: neighbours become one, which keeps the value
 * farthest from the column's median, so that neither an outage nor a peak disappears. The page
 * thins further to the pixels that it has.
 */
public final class ReportSeries {
  public static final int TICKS_MAX = 3600;
  private static final MathContext DIGITS = new MathContext(5);

  private ReportSeries() {}

  /**
   * The fields {@code audited}, {@code time} and {@code series}. Latency is taken from its log
   * where there is one; such a series carries its own {@code time}.
   */
  static Map<String, @Nullable Object> of(
      RecordedRun recorded, Timeline timeline, LatencyLog latency) {
    Map<String, String> roles = new HashMap<>();
    recorded
        .events(Event.ProcessStarted.class)
        .forEach(started -> roles.put(started.node(), started.role()));
    List<Map<String, Object>> series = new ArrayList<>();
    for (RecordedRun.SeriesColumn column : recorded.columns()) {
      if (latency.isEmpty() || !column.series().metric().startsWith("latency.")) {
        Map<String, Object> about =
            about(column.series(), roles.getOrDefault(column.series().label(), ""));
        about.put("values", values(recorded.ticks(), column::at));
        series.add(about);
      }
    }
    for (Series logged : latency.series()) {
      Map<String, Object> about = about(logged, "");
      about.put("time", time(recorded, latency.intervals(), latency::timeMicros));
      about.put("values", values(latency.intervals(), interval -> latency.at(logged, interval)));
      series.add(about);
    }
    return JsonFields.of(
        "audited", audited(recorded, timeline),
        "time", time(recorded, recorded.ticks(), recorded::timeMicros),
        "series", series);
  }

  /**
   * The seconds that the check worked out, which decide, beside what was sampled live, which only
   * stands in for them. Empty if the run was not judged.
   */
  private static Map<String, Object> audited(RecordedRun recorded, Timeline timeline) {
    List<Timeline.Second> seconds = timeline.seconds();
    double step = timeline.stepSeconds();
    Map<String, ToDoubleFunction<Timeline.Second>> columns = new LinkedHashMap<>();
    columns.put("due", second -> second.due() / step);
    columns.put("delivered", second -> second.distinct() / step);
    columns.put("undelivered", Timeline.Second::undelivered);
    columns.put("age", Timeline.Second::frontierAgeMillis);
    columns.put("p50", second -> waited(second, Timeline.Percentiles::p50));
    columns.put("p90", second -> waited(second, Timeline.Percentiles::p90));
    columns.put("p99", second -> waited(second, Timeline.Percentiles::p99));
    columns.put("max", second -> waited(second, Timeline.Percentiles::max));
    Map<String, Object> audited = new LinkedHashMap<>();
    audited.put("time", time(recorded, seconds.size(), i -> seconds.get(i).atMicros()));
    columns.forEach(
        (name, value) ->
            audited.put(name, values(seconds.size(), i -> value.applyAsDouble(seconds.get(i)))));
    return audited;
  }

  /** Visible latency of what was due in a second. */
  private static double waited(
      Timeline.Second second, ToDoubleFunction<Timeline.Percentiles> which) {
    Timeline.Percentiles visible = second.visibleByIntended();
    return visible == null ? Double.NaN : which.applyAsDouble(visible);
  }

  private static Map<String, Object> about(Series series, String role) {
    return JsonFields.of(
        "metric", series.metric(), "unit", series.unit(), "label", series.label(), "role", role);
  }

  private static RawValue time(RecordedRun recorded, int ticks, IntToLongFunction micros) {
    return column(ticks, (from, to) -> seconds(recorded, micros.applyAsLong(from)));
  }

  private static RawValue values(int ticks, IntToDoubleFunction column) {
    double median = stride(ticks) == 1 ? 0 : median(column, ticks);
    return column(
        ticks,
        (from, to) -> {
          double kept = column.applyAsDouble(from);
          for (int tick = from + 1; tick < to; tick++) {
            double value = column.applyAsDouble(tick);
            if (Double.isNaN(kept) || Math.abs(value - median) > Math.abs(kept - median)) {
              kept = value;
            }
          }
          return shortened(kept);
        });
  }

  /** A number for each stretch of ticks, as text: there are many. */
  private static RawValue column(int ticks, BiFunction<Integer, Integer, @Nullable Number> number) {
    int stride = stride(ticks);
    return new RawValue(
        IntStream.iterate(0, from -> from < ticks, from -> from + stride)
            .mapToObj(from -> String.valueOf(number.apply(from, Math.min(ticks, from + stride))))
            .collect(Collectors.joining(",", "[", "]")));
  }

  private static int stride(int ticks) {
    return Math.max(1, (ticks + TICKS_MAX - 1) / TICKS_MAX);
  }

  private static double median(IntToDoubleFunction column, int ticks) {
    double[] known =
        IntStream.range(0, ticks)
            .mapToDouble(column)
            .filter(value -> !Double.isNaN(value))
            .sorted()
            .toArray();
    return known.length == 0 ? 0 : known[known.length / 2];
  }

  /** Five digits are more than a chart can show; null where there is no finite value. */
  public static @Nullable BigDecimal shortened(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return null;
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  /** Seconds since the run's first event, to the millisecond. */
  public static double seconds(RecordedRun recorded, long micros) {
    return Math.round((micros - recorded.firstMicros()) / 1000.0) / 1000.0;
  }
}
