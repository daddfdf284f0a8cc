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
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A public incident that one experiment file shows, and fixes.
 *
 * @param name that of its file
 * @param file its experiment
 * @param story what happens in it, in sentences
 * @param told what people say of it
 * @param shown name of the run that must fail as the incident did
 * @param fixed name of the run that must pass
 */
public record Incident(
    String name, Path file, String story, IncidentSpec told, String shown, String fixed) {
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
              + " second fixes it; see docs/incidents.md.");
    }
    return new Incident(
        nameOf(file),
        file,
        runs.get(0).description(),
        told,
        runs.get(0).name(),
        runs.get(1).name());
  }

  private static String nameOf(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - ENDING.length());
  }

  /**
   * Whether words of what is told of it begin with each of these, in whatever case; what its first
   * run breaks is known by other words, too.
   */
  public boolean tells(List<String> words) {
    StringBuilder text = new StringBuilder(name).append(' ').append(story);
    for (String part : List.of(told.symptom(), told.system(), told.fix())) {
      text.append(' ').append(part);
    }
    told.shown().forEach(metric -> text.append(' ').append(said(metric)));
    String all = text.toString().toLowerCase(Locale.ROOT);
    return words.stream()
        .map(word -> "(?<![\\p{L}\\p{N}.])" + Pattern.quote(word.toLowerCase(Locale.ROOT)))
        .allMatch(word -> Pattern.compile(word).matcher(all).find());
  }

  /** What people call it when such a bound is broken. */
  private static String said(String metric) {
    return metric
        + switch (metric) {
          case "lost", "lost-by-kafka" -> " lost loses loss missing gone skipped";
          case "duplicated" -> " twice duplicates duplicate again repeated processed";
          case "diverged" -> " wrong state";
          case "pending", "recovery.max", "outage.max" ->
              " hangs stuck stands still idle does nothing stopped";
          case "unplanned-exits", "restarts" -> " crash crashes dies ends exit loop";
          default -> "";
        };
  }

  /**
   * Its two runs as they ended, the one that shows it first.
   *
   * @param outcome of the runs of {@link #file}; a run that is missing counts as unknown
   */
  public List<Cell> cells(Outcome outcome) {
    return List.of(cell(outcome, shown, Verdict.FAIL), cell(outcome, fixed, Verdict.PASS));
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
