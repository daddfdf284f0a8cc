package dev.rebound.report.page;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.Series;
import dev.rebound.report.run.LatencyLog;
import dev.rebound.report.run.RecordedRun;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the series of a run as columns of JSON numbers, null where there was no value.
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
   * Writes {@code time} and {@code series}. Latency is taken from its log where there is one; such
   * a series carries its own {@code time}.
   */
  public static void write(JsonGenerator json, RecordedRun recorded, LatencyLog latency)
      throws IOException {
    time(json, recorded, recorded.ticks(), recorded::timeMicros);
    Map<String, String> roles = new HashMap<>();
    recorded
        .events(Event.ProcessStarted.class)
        .forEach(started -> roles.put(started.node(), started.role()));
    json.writeArrayFieldStart("series");
    for (RecordedRun.SeriesColumn column : recorded.columns()) {
      if (latency.isEmpty() || !column.series().metric().startsWith("latency.")) {
        about(json, column.series(), roles.getOrDefault(column.series().label(), ""));
        values(json, "values", recorded.ticks(), column::at);
        json.writeEndObject();
      }
    }
    for (Series series : latency.series()) {
      about(json, series, "");
      time(json, recorded, latency.intervals(), latency::timeMicros);
      values(json, "values", latency.intervals(), interval -> latency.at(series, interval));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /**
   * Writes {@code audited}: the seconds that the check worked out, which decide, beside what was
   * sampled live, which only stands in for them. Empty if the run was not judged.
   */
  public static void audited(JsonGenerator json, RecordedRun recorded, Timeline timeline)
      throws IOException {
    List<Timeline.Second> seconds = timeline.seconds();
    json.writeObjectFieldStart("audited");
    time(json, recorded, seconds.size(), i -> seconds.get(i).atMicros());
    Map<String, ToDoubleFunction<Timeline.Second>> columns = new LinkedHashMap<>();
    double step = timeline.stepSeconds();
    columns.put("due", second -> second.due() / step);
    columns.put("delivered", second -> second.distinct() / step);
    columns.put("undelivered", Timeline.Second::undelivered);
    columns.put("age", Timeline.Second::frontierAgeMillis);
    columns.put("p50", second -> waited(second, Timeline.Percentiles::p50));
    columns.put("p90", second -> waited(second, Timeline.Percentiles::p90));
    columns.put("p99", second -> waited(second, Timeline.Percentiles::p99));
    columns.put("max", second -> waited(second, Timeline.Percentiles::max));
    for (Map.Entry<String, ToDoubleFunction<Timeline.Second>> column : columns.entrySet()) {
      ToDoubleFunction<Timeline.Second> value = column.getValue();
      values(json, column.getKey(), seconds.size(), i -> value.applyAsDouble(seconds.get(i)));
    }
    json.writeEndObject();
  }

  /** Visible latency of what was due in a second. */
  private static double waited(
      Timeline.Second second, ToDoubleFunction<Timeline.Percentiles> which) {
    Timeline.Percentiles visible = second.visibleByIntended();
    return visible == null ? Double.NaN : which.applyAsDouble(visible);
  }

  private static void about(JsonGenerator json, Series series, String role) throws IOException {
    json.writeStartObject();
    json.writeStringField("metric", series.metric());
    json.writeStringField("unit", series.unit());
    json.writeStringField("label", series.label());
    json.writeStringField("role", role);
  }

  private static int stride(int ticks) {
    return Math.max(1, (ticks + TICKS_MAX - 1) / TICKS_MAX);
  }

  private static void time(
      JsonGenerator json, RecordedRun recorded, int ticks, IntToLongFunction micros)
      throws IOException {
    json.writeArrayFieldStart("time");
    for (int tick = 0; tick < ticks; tick += stride(ticks)) {
      json.writeNumber(seconds(recorded, micros.applyAsLong(tick)));
    }
    json.writeEndArray();
  }

  private static void values(JsonGenerator json, String name, int ticks, IntToDoubleFunction column)
      throws IOException {
    json.writeArrayFieldStart(name);
    int stride = stride(ticks);
    double median = stride == 1 ? 0 : median(column, ticks);
    for (int from = 0; from < ticks; from += stride) {
      double kept = column.applyAsDouble(from);
      for (int tick = from + 1; tick < Math.min(ticks, from + stride); tick++) {
        double value = column.applyAsDouble(tick);
        if (Double.isNaN(kept) || Math.abs(value - median) > Math.abs(kept - median)) {
          kept = value;
        }
      }
      json.writePOJO(shortened(kept));
    }
    json.writeEndArray();
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
