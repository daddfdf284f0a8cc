package dev.rebound.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.rebound.lab.journal.Event;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the series of a run as columns of JSON numbers, null where there was no value.
 *
 * <p>A run of more than 3,600 ticks is thinned: neighbours become one, which keeps the value
 * farthest from the column's median, so that neither an outage nor a peak disappears. The page
 * thins further to the pixels that it has.
 */
final class ReportSeries {
  static final int TICKS_MAX = 3600;
  private static final MathContext DIGITS = new MathContext(5);

  private ReportSeries() {}

  static void write(JsonGenerator json, Recorded recorded) throws IOException {
    int stride = Math.max(1, (recorded.ticks() + TICKS_MAX - 1) / TICKS_MAX);
    json.writeArrayFieldStart("time");
    for (int tick = 0; tick < recorded.ticks(); tick += stride) {
      json.writeNumber(seconds(recorded, recorded.timeMicros(tick)));
    }
    json.writeEndArray();
    Map<String, String> roles = new HashMap<>();
    for (Recorded.Timed<Event.ProcessStarted> started : recorded.processesStarted()) {
      roles.put(started.event().node(), started.event().role());
    }
    json.writeArrayFieldStart("series");
    for (Recorded.Column column : recorded.columns()) {
      json.writeStartObject();
      json.writeStringField("metric", column.series().metric());
      json.writeStringField("unit", column.series().unit());
      json.writeStringField("label", column.series().label());
      json.writeStringField("role", roles.getOrDefault(column.series().label(), ""));
      json.writeArrayFieldStart("values");
      values(json, column, recorded.ticks(), stride);
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void values(JsonGenerator json, Recorded.Column column, int ticks, int stride)
      throws IOException {
    double median = stride == 1 ? 0 : median(column, ticks);
    for (int from = 0; from < ticks; from += stride) {
      double kept = column.at(from);
      for (int tick = from + 1; tick < Math.min(ticks, from + stride); tick++) {
        double value = column.at(tick);
        if (Double.isNaN(kept) || Math.abs(value - median) > Math.abs(kept - median)) {
          kept = value;
        }
      }
      if (Double.isNaN(kept) || Double.isInfinite(kept)) {
        json.writeNull();
      } else {
        json.writeNumber(short5(kept));
      }
    }
  }

  private static double median(Recorded.Column column, int ticks) {
    double[] sorted = new double[ticks];
    int known = 0;
    for (int tick = 0; tick < ticks; tick++) {
      double value = column.at(tick);
      if (!Double.isNaN(value)) {
        sorted[known++] = value;
      }
    }
    Arrays.sort(sorted, 0, known);
    return known == 0 ? 0 : sorted[known / 2];
  }

  /** Five digits are more than a chart can show. */
  private static BigDecimal short5(double value) {
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  /** Seconds since the run's first event, to the millisecond. */
  static double seconds(Recorded recorded, long micros) {
    return Math.round((micros - recorded.firstMicros()) / 1000.0) / 1000.0;
  }
}
