package dev.rebound.cli;

import dev.rebound.Rebound;
import picocli.CommandLine.Option;

/** The options of every command that works on experiments, those of a study included. */
final class ExperimentOptions extends FileOptions {
  @Option(
      names = "--short",
      description =
          "Keep at most six faults, and carry out the next as soon as the job has recovered from the"
              + " last one and was steady again.")
  boolean shortened;

  /** The experiments that the command line names. */
  Rebound experiments() {
    return Rebound.experiments(files)
        .set(overrides)
        .scale(scale)
        .shortened(shortened)
        .home(Home.path());
  }
}
