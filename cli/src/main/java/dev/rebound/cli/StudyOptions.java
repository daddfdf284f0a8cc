package dev.rebound.cli;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.study.StudyChoice;
import dev.rebound.study.StudyRuns;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code run} for a study alone. */
final class StudyOptions {
  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description = "Only cells whose label contains it, such as 'flink' or '2 of 8'. Repeatable.")
  List<String> only = List.of();

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "Blocks (runs of every cell), instead of the study file's number.")
  @Nullable Integer repetitions;

  @Option(
      names = "--budget",
      paramLabel = "DURATION",
      description =
          "Start no run that is not expected to end within it, such as 90m; run again to go on.")
  @Nullable String budget;

  @Option(
      names = "--no-controls",
      description = "Leave the controls, the runs without faults, for later.")
  boolean noControls;

  @Option(names = "--fresh", description = "Begin anew, whatever was begun before.")
  boolean fresh;

  @Option(
      names = "--again",
      paramLabel = "LABEL",
      description =
          "Make a run that is done once more, then go on. It is named by its label, or a part of it"
              + " that no other has, such as 'flink 2.3.0, stock, run 3'; the earlier one stays,"
              + " and is told.")
  @Nullable String again;

  /** The part of a study that they choose. */
  StudyChoice choice(Study study) {
    return new StudyChoice(
        only, repetitions == null ? study.repetitions() : repetitions, duration(), !noControls);
  }

  /** The runs of a study, of which the one that is named, if any is, is to be made again. */
  StudyRuns again(StudyRuns begun, StudyChoice choice) {
    return again == null ? begun : begun.again(again, choice);
  }

  private @Nullable Duration duration() {
    if (budget == null) {
      return null;
    }
    try {
      return Quantity.duration(budget);
    } catch (Quantity.Malformed e) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "--budget " + budget + " is not a duration",
          "For example --budget 90m.",
          e);
    }
  }

  /** They mean nothing to a run that belongs to no study. */
  void refuse() {
    if (!only.isEmpty()
        || repetitions != null
        || budget != null
        || noControls
        || fresh
        || again != null) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "--only, --repetitions, --budget, --no-controls, --fresh and --again are for studies",
          "Name a folder with study.yaml; an experiment's repetitions are set in its file, or by"
              + " --set repetitions=3.");
    }
  }
}
