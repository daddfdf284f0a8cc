package dev.rebound.cli;

import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Execution;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** What every command that works on experiments takes, those of a study included. */
final class ExperimentOptions extends FileOptions {
  @Option(
      names = "--short",
      description =
          "Keep at most six faults, and carry out the next as soon as the job has recovered from the"
              + " last one and was steady again.")
  boolean shortened;

  /** Reads and plans all of them; the first that is wrong ends it. */
  List<Experiment> load(Execution execution) {
    return load(files, execution);
  }

  /** The same of other files. */
  List<Experiment> load(List<Path> some, Execution execution) {
    return Experiments.load(some, overrides, scale, shortened, execution);
  }
}
