package dev.rebound.cli;

import dev.rebound.lab.LabException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Execution;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command that works on experiment files takes: the files, overrides, and a scale. */
final class ExperimentOptions {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Experiment files, or folders of them, or the folder of a study.")
  List<Path> files = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Override a value of the file, for example --set load.rate=5000/s. May be repeated.")
  List<String> overrides = List.of();

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Multiply the rate (and only that) by this factor.")
  double scale = 1;

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
    if (!(scale > 0 && scale <= 1000)) {
      throw new LabException(
          LabException.Cause.BAD_INPUT,
          "--scale " + scale + " is not a factor above 0",
          "For example --scale 0.05.");
    }
    return Experiments.load(some, overrides, scale, shortened, execution);
  }
}
