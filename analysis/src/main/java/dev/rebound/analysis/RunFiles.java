package dev.rebound.analysis;

/** Names of the files that every run leaves in its folder. */
public final class RunFiles {
  /** All that happened, an event a line. */
  public static final String JOURNAL = "journal.jsonl";

  /** The experiment file, resolved. */
  public static final String EXPERIMENT = "experiment.yaml";

  /** Machine, build and settings. */
  public static final String ENVIRONMENT = "environment.json";

  /** What was found; a run that ended early has none. */
  public static final String RESULTS = "results.json";

  private RunFiles() {}
}
