package dev.rebound.study.archive;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Band;
import dev.rebound.analysis.compare.ComparedRun;
import dev.rebound.analysis.compare.Curve;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The curves of one run in a small file: {@code curves.json}, which stands for the journal and the
 * evidence that they were cut out of. Values have five digits, as many as a chart can show.
 */
final class CurvesFile {
  static final String NAME = "curves.json";
  private static final int VERSION = 1;
  private static final MathContext DIGITS = new MathContext(5);

  /**
   * The content of the file.
   *
   * @param repetition of the run
   */
  record CurvesContent(
      int repetition, Map<Curve, List<Band.Trace>> traces, Map<Curve, String> absent) {}

  private CurvesFile() {}

  static void write(ComparedRun run, Path file) throws IOException {
    try (JsonGenerator json =
        new ObjectMapper().getFactory().createGenerator(file.toFile(), JsonEncoding.UTF8)) {
      json.writeStartObject();
      json.writeNumberField("version", VERSION);
      json.writeNumberField("repetition", run.repetition());
      json.writeObjectFieldStart("curves");
      for (Map.Entry<Curve, List<Band.Trace>> curve : new EnumMap<>(run.curves()).entrySet()) {
        json.writeArrayFieldStart(curve.getKey().id());
        for (Band.Trace trace : curve.getValue()) {
          json.writeStartObject();
          json.writeNumberField("fromSecond", trace.fromSecond());
          json.writeArrayFieldStart("values");
          for (double value : trace.values()) {
            number(json, value);
          }
          json.writeEndArray();
          json.writeEndObject();
        }
        json.writeEndArray();
      }
      json.writeEndObject();
      json.writeObjectFieldStart("absent");
      for (Map.Entry<Curve, String> absent : run.absent().entrySet()) {
        json.writeStringField(absent.getKey().id(), absent.getValue());
      }
      json.writeEndObject();
      json.writeEndObject();
    }
  }

  private static void number(JsonGenerator json, double value) throws IOException {
    if (Double.isNaN(value)) {
      json.writeNull();
    } else {
      json.writeNumber(new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString());
    }
  }

  /** Throws {@link ReboundException} if it is damaged or of a version that is not known. */
  static CurvesContent read(Path file) {
    try {
      JsonNode tree = new ObjectMapper().readTree(file.toFile());
      if (tree.path("version").asInt(0) != VERSION) {
        throw damaged(file, "is of version " + tree.path("version").asText("?"), null);
      }
      Map<Curve, List<Band.Trace>> traces = new EnumMap<>(Curve.class);
      Map<Curve, String> absent = new EnumMap<>(Curve.class);
      tree.path("curves")
          .properties()
          .forEach(e -> curve(e.getKey()).ifPresent(c -> traces.put(c, traces(e.getValue()))));
      tree.path("absent")
          .properties()
          .forEach(e -> curve(e.getKey()).ifPresent(c -> absent.put(c, e.getValue().asText())));
      return new CurvesContent(tree.path("repetition").asInt(1), traces, absent);
    } catch (IOException e) {
      throw damaged(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static Optional<Curve> curve(String id) {
    return Arrays.stream(Curve.values()).filter(curve -> curve.id().equals(id)).findFirst();
  }

  private static List<Band.Trace> traces(JsonNode node) {
    List<Band.Trace> traces = new ArrayList<>();
    for (JsonNode trace : node) {
      List<Double> values = new ArrayList<>();
      trace.path("values").forEach(v -> values.add(v.isNumber() ? v.asDouble() : Double.NaN));
      traces.add(new Band.Trace(trace.path("fromSecond").asInt(), values));
    }
    return traces;
  }

  private static ReboundException damaged(Path file, String what, @Nullable Exception cause) {
    String remedy = "Restore the file, or delete it: the run then has no curves.";
    return ReboundException.badInput(file + " " + what, remedy, cause);
  }
}
