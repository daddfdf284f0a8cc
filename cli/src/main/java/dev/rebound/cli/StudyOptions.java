package dev.rebound.cli;

import dev.rebound.base.ReboundException;
import dev.rebound.campaign.study.StudyRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code run} for a study alone. */
final class StudyOptions {
  @Option(
      names = "--only",
      paramLabel = "TEXT",
      description =
          "Only cells whose label contains it, such as 'flink' or '2 of 8'; of a text that is the"
              + " whole label of a cell, that one alone. Repeatable.")
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
      description =
          "Leave the controls, the runs without faults, for later; until then runs that are to have"
              + " one do not pass.")
  boolean noControls;

  @Option(names = "--fresh", description = "Begin anew, whatever was begun before.")
  boolean fresh;

  @Option(
      names = "--again",
      paramLabel = "LABEL",
      description =
          "Make one run that is done once more, and nothing else. It is named by its label, or a"
              + " part of it that no other has, such as 'flink 2.3.0, stock, run 3'. Once the new"
              + " one is done it counts in place of the earlier one, which is told with its"
              + " figures.")
  @Nullable String again;

  @Option(
      names = "--because",
      paramLabel = "TEXT",
      description = "Why a run is made again, such as 'a backup ran'; reports tell it.")
  @Nullable String because;

  /** What they ask of a study. */
  StudyRequest request() {
    StudyRequest.Repeat repeat = repeat();
    Duration most = UnitOptions.duration("--budget", budget, "90m");
    return new StudyRequest(only, repetitions, most, !noControls, fresh, repeat);
  }

  private StudyRequest.@Nullable Repeat repeat() {
    if (again == null) {
      if (because != null) {
        throw ReboundException.badInput(
            "--because tells why a run is made again, and there is no --again",
            "Name the run with --again.");
      }
      return null;
    }
    Map<String, Boolean> given = new LinkedHashMap<>();
    given.put("--fresh", fresh);
    given.put("--only", !only.isEmpty());
    given.put("--repetitions", repetitions != null);
    given.put("--budget", budget != null);
    given.put("--no-controls", noControls);
    given.values().removeIf(there -> !there);
    if (!given.isEmpty()) {
      throw ReboundException.badInput(
          "--again makes one run of the study that was begun, and does not go with "
              + String.join(", ", given.keySet()),
          "Leave one of them out.");
    }
    String why = because == null ? "" : because.replaceAll("\\s+", " ").strip();
    if (why.isEmpty()) {
      throw ReboundException.badInput(
          "--again needs a reason: who repeats a run for its figures chooses them",
          "Add --because, such as --because 'a backup ran'; reports tell it.");
    }
    return new StudyRequest.Repeat(again, why);
  }

  /** They mean nothing to a run that belongs to no study. */
  void refuse() {
    if (!only.isEmpty()
        || repetitions != null
        || budget != null
        || noControls
        || fresh
        || again != null
        || because != null) {
      throw ReboundException.badInput(
          "--only, --repetitions, --budget, --no-controls, --fresh, --again and --because are for"
              + " studies",
          "Name a folder with study.yaml; an experiment's repetitions are set in its file, or by"
              + " --set repetitions=3.");
    }
  }
}
