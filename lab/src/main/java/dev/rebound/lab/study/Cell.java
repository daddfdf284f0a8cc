package dev.rebound.lab.study;

import dev.rebound.lab.experiment.Experiment;

/**
 * What the runs of a study that count together share; they differ in nothing but the repetition.
 *
 * @param scenario what is done to the engine, as the study file calls it
 * @param engine such as {@code flink}
 * @param version of the engine
 * @param profile {@code stock} or {@code quick}
 */
public record Cell(String scenario, String engine, String version, String profile) {
  /** The cell that an experiment of this scenario belongs to. */
  public static Cell of(String scenario, Experiment experiment) {
    return new Cell(
        scenario,
        experiment.engine().name(),
        experiment.engine().version(),
        experiment.engine().profile());
  }

  /** For people: {@code kill 2 of 8, flink 2.3.0, quick}. */
  public String label() {
    return scenario + ", " + engine + " " + version + ", " + profile;
  }
}
