package dev.rebound.campaign.archive;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers.DoubleDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The curves of one run in a small file: {@code curves.json}, which stands for the journal and the
 * evidence that they were cut out of. Values have five digits, as many as a chart can show.
 */
final class CurvesFile {
  static final String NAME = "curves.json";
  private static final int VERSION = 1;
  private static final MathContext DIGITS = new MathContext(5);

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addMixIn(Curve.class, ById.class)
          .addModule(
              new SimpleModule()
                  .addSerializer(Double.class, new FiveDigits())
                  .addDeserializer(Double.class, new DoubleDeserializer(Double.class, Double.NaN)))
          .build();

  /** How curves are named in the file. */
  private interface ById {
    @JsonValue
    String id();
  }

  /**
   * The content of the file.
   *
   * @param repetition of the run
   */
  record CurvesContent(
      int version,
      int repetition,
      Map<Curve, List<CurveBand.Trace>> curves,
      Map<Curve, String> absent) {}

  private CurvesFile() {}

  static void write(ComparedRun run, Path file) throws IOException {
    Map<Curve, List<CurveBand.Trace>> curves = new EnumMap<>(run.curves());
    JSON.writeValue(
        file.toFile(), new CurvesContent(VERSION, run.repetition(), curves, run.absent()));
  }

  private static final class FiveDigits extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      if (Double.isNaN(value)) {
        to.writeNull();
      } else {
        to.writeNumber(new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString());
      }
    }
  }

  /** Throws {@link ReboundException} if it is damaged or of a version that is not known. */
  static CurvesContent read(Path file) {
    JsonFile.requireKnown(file, VERSION);
    try {
      CurvesContent content = JSON.readValue(file.toFile(), CurvesContent.class);
      if (content.version() != VERSION) {
        throw damaged(file, "is of version " + content.version(), null);
      }
      return content;
    } catch (IOException e) {
      throw damaged(file, "cannot be read: " + e.getMessage(), e);
    }
  }

  private static ReboundException damaged(Path file, String what, @Nullable Exception cause) {
    String remedy = "Restore the file, or delete it: the run then has no curves.";
    return ReboundException.badInput(file + " " + what, remedy, cause);
  }
}
