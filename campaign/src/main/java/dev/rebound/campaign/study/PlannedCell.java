package dev.rebound.campaign.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.rebound.lab.experiment.Experiment;
import java.util.Objects;

/**
 * The settings that runs of a study which count together share; they differ in nothing but the
 * repetition.
 *
 * @param scenario what is done to the engine, as the study file calls it
 * @param engine such as {@code flink}
 * @param version of the engine
 * @param profile {@code stock} or {@code quick}
 * @param variant what else tells it from other cells of the study that share these, in words;
 *     usually empty
 */
public record PlannedCell(
    String scenario,
    String engine,
    String version,
    String profile,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String variant) {

  public PlannedCell {
    // Written where nothing had to be told apart.
    variant = Objects.requireNonNullElse(variant, "");
  }

  /** The only cell of the study with these. */
  public PlannedCell(String scenario, String engine, String version, String profile) {
    this(scenario, engine, version, profile, "");
  }

  /** The cell that an experiment of this scenario belongs to. */
  public static PlannedCell of(String scenario, Experiment experiment) {
    return new PlannedCell(
        scenario,
        experiment.engine().name(),
        experiment.engine().version(),
        experiment.engine().profile());
  }

  /** The same under another scenario. */
  PlannedCell under(String other) {
    return new PlannedCell(other, engine, version, profile, variant);
  }

  /** The same with what tells it from others. */
  PlannedCell with(String words) {
    return new PlannedCell(scenario, engine, version, profile, words);
  }

  /** For people: {@code kill 2 of 8, flink 2.3.0, quick}. */
  public String label() {
    return "%s, %s %s, %s%s"
        .formatted(scenario, engine, version, profile, variant.isEmpty() ? "" : ", " + variant);
  }
}
