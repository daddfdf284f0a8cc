package dev.rebound.lab.experiment;

import dev.rebound.analysis.ReboundException;
import java.util.List;

/**
 * The section {@code engine} of one experiment, with the workload beside it, for its engine to
 * check: what the engine finds wrong is told with the place in the file.
 */
public interface EngineSection {
  /** The section, every default filled in. */
  EngineSpec spec();

  /** Name of the workload. */
  String workload();

  /** How many jobs the engine is to run on its cluster. */
  default int jobs() {
    return 1;
  }

  /**
   * Tells what is wrong with a key of the section.
   *
   * @param key as the section has it; {@code config} for one of the settings in there
   * @param problem what is wrong, as it stands in the message
   * @param remedy one sentence
   */
  void wrong(String key, String problem, String remedy);

  /** Tells what is wrong with the workload. */
  void wrongWorkload(String problem, String remedy);

  /** True if the section has a key that not every engine knows. */
  default boolean has(String option) {
    return spec().options().containsKey(option);
  }

  /** Tells that the workload is none of those that the engine's job computes. */
  default void requireWorkload(List<String> computed) {
    if (!computed.contains(workload())) {
      wrongWorkload(
          spec().name() + " has no job that computes " + workload(),
          computed.isEmpty()
              ? "Choose another engine."
              : "Write workload: { name: X } with "
                  + String.join(" or ", computed)
                  + " for X, or choose another engine.");
    }
  }

  /** Tells that a key has a value that is none of these. */
  default void requireOneOf(String key, String value, List<String> allowed) {
    if (!allowed.contains(value)) {
      wrong(
          key,
          "engine." + key + ": " + spec().name() + " cannot take '" + value + "'",
          "Write one of " + String.join(", ", allowed) + ".");
    }
  }

  /**
   * A section that stands in no file: the first thing that is wrong is thrown as a {@link
   * ReboundException} (BAD_INPUT).
   */
  static EngineSection throwing(EngineSpec spec, String workload) {
    return throwing(spec, workload, 1);
  }

  /**
   * The same for an engine that runs several jobs.
   *
   * @param workload of the first one
   */
  static EngineSection throwing(EngineSpec spec, String workload, int jobs) {
    return new EngineSection() {
      @Override
      public int jobs() {
        return jobs;
      }

      @Override
      public EngineSpec spec() {
        return spec;
      }

      @Override
      public String workload() {
        return workload;
      }

      @Override
      public void wrong(String key, String problem, String remedy) {
        throw new ReboundException(ReboundException.Cause.BAD_INPUT, problem, remedy);
      }

      @Override
      public void wrongWorkload(String problem, String remedy) {
        throw new ReboundException(ReboundException.Cause.BAD_INPUT, problem, remedy);
      }
    };
  }
}
