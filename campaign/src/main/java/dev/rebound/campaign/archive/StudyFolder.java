package dev.rebound.campaign.archive;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.Comparer;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.ComparisonRequest;
import dev.rebound.analysis.compare.SampleSizeEstimate;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.study.PlannedRun;
import dev.rebound.campaign.study.StudyFile;
import dev.rebound.campaign.study.StudyRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Compares the runs of a study, as its folder under {@code runs/} lists them. */
public final class StudyFolder {
  private static final String FAULTS = "faults";

  private StudyFolder() {}

  /** Whether a folder is one of a study that was begun. */
  public static boolean is(Path folder) {
    return Files.isRegularFile(folder.resolve(StudyRuns.FILE));
  }

  /**
   * The comparison of the blocks that are whole by now. Throws {@link ReboundException} if they
   * hold fewer than two runs.
   */
  public static Comparison compare(Path folder) {
    return compare(folder, progress -> {});
  }

  /**
   * The same.
   *
   * @param progress hears how many runs were read, in words
   */
  public static Comparison compare(Path folder, Consumer<String> progress) {
    StudyRuns planned = planned(folder);
    Study study = StudyFile.load(folder.resolve(Study.FILE));
    CountedRuns counted = CountedRuns.of(folder, planned);
    if (counted.runs().isEmpty()) {
      throw ReboundException.badInput(
          "no block of the study is whole yet" + counted.progress(planned),
          "Run the study again: it goes on where it stopped.");
    }
    List<ComparedRun> runs = read(folder, counted.runs(), progress);
    Comparison comparison =
        new Comparer()
            .compare(runs, ComparisonRequest.of(study, planned.shortened()), counted.leftOut());
    for (String condition : made(planned, study, counted.runs())) {
      comparison = comparison.noting(condition);
    }
    return comparison;
  }

  /** How the runs came about, where that may have to do with what they say. */
  private static List<String> made(StudyRuns planned, Study study, List<PlannedRun> counted) {
    List<String> told = new ArrayList<>();
    List<PlannedRun> again =
        planned.runs().stream().filter(run -> !run.earlier().isEmpty()).toList();
    if (!again.isEmpty()) {
      told.add(madeAgain(again, counted));
    }
    List<String> repeats = planned.runs().stream().flatMap(StudyFolder::repeats).toList();
    if (!repeats.isEmpty()) {
      told.add(
          Words.plural(repeats.size(), "repeat")
              + (repeats.size() == 1 ? " was" : " were")
              + " begun and not ended: "
              + String.join(", ", repeats));
    }
    List<PlannedRun> begunAgain = counted.stream().filter(run -> run.attempts() > 1).toList();
    if (!begunAgain.isEmpty()) {
      told.add(begunAgain(begunAgain));
    }
    String blocks = blocks(planned.blocks(), study, counted);
    if (!blocks.isEmpty()) {
      told.add(blocks);
    }
    return told;
  }

  /**
   * That there are more blocks than were meant before anybody looked, or may have been; empty if
   * there are not. Where {@code --only} chose cells, none were fixed.
   */
  private static String blocks(@Nullable Integer fixed, Study study, List<PlannedRun> counted) {
    int blocks = counted.stream().mapToInt(PlannedRun::repetition).max().orElse(0);
    if (fixed != null) {
      return blocks <= fixed
          ? ""
          : ("%s blocks where %s were fixed before: who adds runs after looking errs more often"
                  + " than 5 %%")
              .formatted(blocks, fixed);
    }
    return blocks <= study.repetitions() || study.precision() != null
        ? ""
        : ("%s blocks where the study's file has %s: who adds runs after looking errs more often"
                + " than 5 %%, who means so many before does not")
            .formatted(blocks, study.repetitions());
  }

  /** Told whatever the runs say now: nobody drops a result by making its run again. */
  private static String madeAgain(List<PlannedRun> runs, List<PlannedRun> counted) {
    return Words.plural(runs.size(), "run")
        + (runs.size() == 1 ? " was" : " were")
        + " made again: "
        + runs.stream()
            .map(
                run ->
                    run.label()
                        + " (before: "
                        + run.before()
                        + (counted.contains(run) ? ")" : "; not counted)"))
            .collect(Collectors.joining(", "));
  }

  private static Stream<String> repeats(PlannedRun run) {
    return run.repeats().stream().map(other -> run.label() + " (" + other.because() + ")");
  }

  /** Who interrupts what goes badly, and goes on, drops a result, too. */
  private static String begunAgain(List<PlannedRun> runs) {
    return Words.plural(runs.size(), "run")
        + (runs.size() == 1 ? " was" : " were")
        + " begun more than once, as what was begun before was interrupted or of no use: "
        + runs.stream().map(PlannedRun::label).collect(Collectors.joining(", "));
  }

  /** The number of blocks that all runs which are done ask for. Throws as {@link #compare} does. */
  public static SampleSizeEstimate pilot(Path folder, double precision) {
    StudyRuns planned = planned(folder);
    return SampleSizeEstimate.of(
        read(
            folder,
            planned.runs().stream().filter(run -> run.done() && !run.control()).toList(),
            progress -> {}),
        precision);
  }

  static StudyRuns planned(Path folder) {
    return StudyRuns.read(folder)
        .orElseThrow(
            () ->
                ReboundException.badInput(
                    folder + " holds no " + StudyRuns.FILE,
                    "Name the folder of a study, for example runs/thesis/latest."));
  }

  private static List<ComparedRun> read(
      Path folder, List<PlannedRun> counted, Consumer<String> progress) {
    List<ComparedRun> runs = new ArrayList<>();
    Map<ComparedRun, PlannedRun> shared = new LinkedHashMap<>();
    for (PlannedRun run : counted) {
      ComparedRun read =
          RunReader.read(folder.resolve(run.folder()).normalize(), run.cell().scenario())
              .made(
                  new ComparedRun.Made(run.repetition(), 0, run.seconds(), replaced(folder, run)));
      runs.add(read);
      progress.accept(RunReader.readOf(runs.size(), counted.size()));
      shared.put(read, run);
    }
    shared.forEach(
        (control, run) ->
            run.alsoFor()
                .forEach(scenario -> standsFor(control, scenario, runs).ifPresent(runs::add)));
    return runs;
  }

  /** Runs that one was made again in place of, with their results if these are there. */
  private static List<ComparedRun.Replaced> replaced(Path folder, PlannedRun run) {
    return run.earlier().stream()
        .map(
            earlier -> {
              Path of = folder.resolve(earlier.folder()).normalize();
              return new ComparedRun.Replaced(
                  Verdict.of(earlier.verdict()),
                  earlier.because(),
                  Files.isRegularFile(of.resolve(RunFiles.RESULTS))
                      ? RunReader.read(of, run.cell().scenario())
                      : null);
            })
        .toList();
  }

  /**
   * A shared control as one of another scenario: it ran without faults, so the settings that tell
   * the cells apart are those of that scenario's runs, of those that agree in all that a run
   * without faults shows.
   */
  private static Optional<ComparedRun> standsFor(
      ComparedRun control, String scenario, List<ComparedRun> runs) {
    Results c = control.results();
    return runs.stream()
        .filter(run -> run.scenario().equals(scenario) && !run.results().control())
        .filter(
            run ->
                run.results().engine().equals(c.engine())
                    && run.results().engineVersion().equals(c.engineVersion())
                    && run.results().profile().equals(c.profile())
                    && shown(run).equals(shown(control)))
        .findFirst()
        .map(run -> control.inNameOf(scenario, run.settings(), run.phases()));
  }

  /** Settings without those of the faults. */
  private static Map<String, String> shown(ComparedRun run) {
    Map<String, String> shown = new TreeMap<>(run.settings());
    shown.keySet().removeIf(key -> key.equals(FAULTS) || key.startsWith(FAULTS + "."));
    return shown;
  }
}
