package dev.rebound.cli;

import dev.rebound.analysis.ReboundException;
import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.Execution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The experiment files that a command names: files, or every {@code *.yaml} of a folder. */
final class Experiments {
  private Experiments() {}

  /**
   * Loads and plans them all before anything runs, so that a bad last file does not waste the
   * first.
   */
  static List<Experiment> load(
      List<Path> paths,
      List<String> overrides,
      double scale,
      boolean shortened,
      Execution execution) {
    List<Experiment> experiments = new ArrayList<>();
    for (Path file : files(paths)) {
      for (Experiment experiment :
          ExperimentFile.load(file, overrides, scale, shortened, Engines.known())) {
        plan(file, experiment, execution);
        Experiment.Counterpart counterpart = experiment.counterpart();
        if (counterpart != null) {
          plan(file, counterpart.experiment(), execution);
        }
        experiments.add(experiment);
      }
    }
    return experiments;
  }

  /** What an engine says against a plan names the file that asked for it. */
  private static void plan(Path file, Experiment experiment, Execution execution) {
    try {
      execution.dryRun(experiment, Engines.named(experiment.engine().name()));
    } catch (ReboundException e) {
      throw new ReboundException(
          e.reason(), file + " (" + experiment.name() + "): " + e.getMessage(), e.remedy(), e);
    }
  }

  static List<Path> files(List<Path> paths) {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      try (Stream<Path> inside = Files.list(path)) {
        List<Path> found =
            inside
                .filter(f -> f.toString().endsWith(".yaml") && !f.endsWith("study.yaml"))
                .sorted()
                .toList();
        if (found.isEmpty()) {
          throw new ReboundException(
              ReboundException.Cause.BAD_INPUT,
              path + " holds no experiment file (*.yaml)",
              "Name a file, or a folder with files that end in .yaml.");
        }
        files.addAll(found);
      } catch (IOException e) {
        throw new ReboundException(
            ReboundException.Cause.BAD_INPUT,
            "cannot read " + path + ": " + e,
            "Name a folder that exists.",
            e);
      }
    }
    return files;
  }
}
