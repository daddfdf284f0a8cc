package dev.rebound.advise;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Figures that a study of this project measured, for the findings that they belong to: {@code
 * measured.json}. A finding without one says in words what the risk is.
 */
public final class MeasuredFigures {
  private static final String FILE = "measured.json";

  /**
   * One figure.
   *
   * @param check that it belongs to
   * @param key Kafka's name of the setting that was measured
   * @param value of it, as Kafka takes it; empty if the figure is the same for all
   * @param text the figure, in words
   * @param source the page that has it
   */
  public record MeasuredFigure(
      @JsonProperty("check") String check,
      @JsonProperty("key") String key,
      @JsonProperty("value") @Nullable String value,
      @JsonProperty("text") String text,
      @JsonProperty("source") String source) {}

  record FigureTable(
      @JsonProperty("about") String about, @JsonProperty("figures") List<MeasuredFigure> figures) {}

  private final List<MeasuredFigure> figures;

  private MeasuredFigures(List<MeasuredFigure> figures) {
    this.figures = List.copyOf(figures);
  }

  /** Those that come with Rebound. */
  public static MeasuredFigures shipped() {
    try (InputStream in = MeasuredFigures.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is missing from this build");
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static MeasuredFigures parse(String json) throws IOException {
    return new MeasuredFigures(new ObjectMapper().readValue(json, FigureTable.class).figures());
  }

  List<MeasuredFigure> figures() {
    return figures;
  }

  /** The figure that was measured of a finding, if any was. */
  public Optional<MeasuredFigure> of(SettingFinding finding) {
    return figures.stream()
        .filter(figure -> figure.check().equals(finding.check()))
        .filter(figure -> figure.key().equals(finding.found().key()))
        .filter(
            figure ->
                figure.value() == null || figure.value().equalsIgnoreCase(finding.found().value()))
        .findFirst();
  }
}
