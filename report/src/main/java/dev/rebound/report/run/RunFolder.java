package dev.rebound.report.run;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.evidence.OwnFiles;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.runner.TimelineFile;
import dev.rebound.report.words.FailedRun;
import dev.rebound.report.words.RunStory;
import dev.rebound.report.words.VerdictLabel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a run, read for reporting.
 *
 * @param results null if the run was interrupted before it was judged
 * @param timeline empty if it was; without scenes if an earlier version judged it
 * @param experiment text of {@code experiment.yaml}, empty if there is none
 * @param environment text of {@code environment.json}, empty if there is none
 */
public record RunFolder(
    Path path,
    RecordedRun recorded,
    @Nullable Results results,
    Timeline timeline,
    String experiment,
    String environment) {

  /** Reads journal, results, experiment and environment; only the journal has to be there. */
  public static RunFolder read(Path path) {
    OwnFiles.require(path);
    RecordedRun recorded = RecordedRun.read(path.resolve(RunFiles.JOURNAL));
    String experiment = text(path.resolve(RunFiles.EXPERIMENT));
    if (experiment.isEmpty() && recorded.started() != null) {
      experiment = recorded.started().experimentYaml();
    }
    return new RunFolder(
        path,
        recorded,
        results(path),
        TimelineFile.read(path).orElse(new Timeline(0, List.of())),
        experiment,
        text(path.resolve(RunFiles.ENVIRONMENT)));
  }

  /** Name of its experiment, which the folder above is named by where the journal does not say. */
  public String name() {
    return recorded.started() == null ? named(path) : recorded.started().name();
  }

  /** The name of an experiment by the folder of its run. */
  public static String named(Path path) {
    Path parent = path.toAbsolutePath().normalize().getParent();
    Path name = parent == null ? null : parent.getFileName();
    return name == null ? "run" : name.toString();
  }

  /** Its verdict, or what is said in place of one. */
  public VerdictLabel standing() {
    return results == null
        ? FailedRun.standing(recorded.last(Event.RunFailed.class))
        : VerdictLabel.of(results);
  }

  /** What became of it, most important first. */
  public List<String> sentences() {
    return results == null
        ? FailedRun.sentences(recorded.last(Event.RunFailed.class))
        : RunStory.of(results);
  }

  /** The results of a run, null if it has none. */
  public static @Nullable Results results(Path path) {
    Path file = path.resolve(RunFiles.RESULTS);
    if (!Files.isRegularFile(file)) {
      return null;
    }
    JsonFile.requireKnown(file, Results.VERSION);
    try {
      return JsonFile.read(file, Results.class).orElse(null);
    } catch (IOException e) {
      throw ReboundException.unreadable(
          file, "Run `rebound check` on the folder to write it anew.", e);
    }
  }

  private static String text(Path file) {
    if (!Files.isRegularFile(file)) {
      return "";
    }
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw ReboundException.unreadable(
          file, "Make the file readable, or take it away: the report is written without it.", e);
    }
  }
}
