package dev.rebound;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.ExperimentFiles;
import dev.rebound.lab.experiment.IncidentSpec;
import dev.rebound.lab.experiment.Suggestion;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A public incident that one experiment file shows, and mends.
 *
 * @param name that of its file
 * @param file its experiment
 * @param told what people say of it
 * @param shown name of the run that must fail as the incident did
 * @param mended name of the run that must pass
 */
public record Incident(String name, Path file, IncidentSpec told, String shown, String mended) {
  private static final String ENDING = ".yaml";

  /**
   * One of the two runs of an incident, beside what it should have been.
   *
   * @param verdict UNKNOWN if it could not be carried out
   * @param broken metrics whose bounds did not hold
   * @param asStated whether it ended as the incident says: the first fails, in every metric that
   *     the incident names; the second passes
   */
  public record Cell(String name, Verdict verdict, Set<String> broken, boolean asStated) {}

  /**
   * The incidents of a folder, by name. Throws {@link ReboundException} for a file that is none, or
   * that does not make two runs.
   */
  public static List<Incident> in(Path folder) {
    return ExperimentFiles.of(List.of(folder)).stream().map(Incident::of).toList();
  }

  /** The folder of those that come with Rebound. */
  public static Path shipped(Path home) {
    return home.resolve("experiments").resolve("incidents");
  }

  /** One of a folder by its name. Throws {@link ReboundException} if there is no such file. */
  public static Incident named(String name, Path folder) {
    List<Path> files = ExperimentFiles.of(List.of(folder));
    List<String> names = files.stream().map(Incident::nameOf).toList();
    if (!names.contains(name)) {
      throw ReboundException.badInput(
          "there is no incident '" + name + "'",
          Suggestion.nearest(name, names)
              .map(near -> "Did you mean '" + near + "'?")
              .orElse("`rebound incident list` has all of them."));
    }
    return of(files.get(names.indexOf(name)));
  }

  private static Incident of(Path file) {
    List<Experiment> runs = ExperimentFile.load(file, List.of(), 1, Engines.declared());
    IncidentSpec told = runs.get(0).incident();
    if (told == null || runs.size() != 2) {
      throw ReboundException.badInput(
          file + (told == null ? " has no incident" : " makes " + runs.size() + " runs, not two"),
          "Write `incident:` with its symptom, and a matrix whose first run shows it and whose"
              + " second mends it; see docs/incidents.md.");
    }
    return new Incident(nameOf(file), file, told, runs.get(0).name(), runs.get(1).name());
  }

  private static String nameOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - ENDING.length());
  }

  /** Whether what is told of it contains each of these words, in whatever case. */
  public boolean tells(List<String> words) {
    String text = (name + " " + told).toLowerCase(java.util.Locale.ROOT);
    return words.stream().allMatch(word -> text.contains(word.toLowerCase(java.util.Locale.ROOT)));
  }

  /**
   * Its two runs as they ended, the one that shows it first.
   *
   * @param outcome of the runs of {@link #file}; a run that is missing counts as unknown
   */
  public List<Cell> cells(Outcome outcome) {
    return List.of(cell(outcome, shown, Verdict.FAIL), cell(outcome, mended, Verdict.PASS));
  }

  private Cell cell(Outcome outcome, String run, Verdict due) {
    List<Run> all = outcome.runs().stream().filter(one -> one.name().equals(run)).toList();
    Set<String> broken = new LinkedHashSet<>();
    List<Verdict> verdicts = new ArrayList<>();
    boolean asStated = !all.isEmpty();
    for (Run one : all) {
      Set<String> its = broken(one.results());
      broken.addAll(its);
      Verdict verdict = one.verdictWithControl();
      verdicts.add(verdict);
      asStated &= verdict == due && (due == Verdict.PASS || its.containsAll(told.shown()));
    }
    return new Cell(run, all.isEmpty() ? Verdict.UNKNOWN : Verdict.of(verdicts), broken, asStated);
  }

  private static Set<String> broken(Results results) {
    Set<String> broken = new LinkedHashSet<>();
    for (Results.Judgement judgement : results.judgements()) {
      if (judgement.verdict() == Verdict.FAIL) {
        broken.add(judgement.metric());
      }
    }
    return broken;
  }
}
