package dev.rebound.cli;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.promise.PromiseSearch;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.platform.Build;
import dev.rebound.lab.runner.Execution;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The runs of a promise: real ones, and those of earlier calls with the same file and build. */
final class PromiseRuns implements PromiseSearch.RunSource {
  private final Experiment experiment;
  private final Path folder;
  private final String build;
  private final Execution execution;
  private final ReportedRuns reported;
  private final PrintStream out;

  /**
   * @param folder that holds the runs of this experiment and nothing else
   * @param build of this Rebound; runs of another one do not count
   */
  PromiseRuns(
      Experiment experiment,
      Path folder,
      String build,
      Execution execution,
      ReportedRuns reported,
      PrintStream out) {
    this.experiment = experiment;
    this.folder = folder;
    this.build = build;
    this.execution = execution;
    this.reported = reported;
    this.out = out;
  }

  @Override
  public List<Results> earlier() {
    List<Results> earlier = new ArrayList<>();
    int others = 0;
    for (Path run : folders()) {
      if (ResultsFile.read(run).isEmpty()) {
        continue;
      }
      if (same(run)) {
        ResultsFile.read(run).ifPresent(earlier::add);
      } else {
        others++;
      }
    }
    if (others > 0) {
      out.println(
          others
              + (others == 1 ? " run" : " runs")
              + " in "
              + folder
              + " of another experiment or another build of Rebound: not counted");
    }
    return earlier;
  }

  private boolean same(Path run) {
    Path file = run.resolve("experiment.yaml");
    try {
      return Files.isRegularFile(file)
          && Files.readString(file).equals(experiment.resolvedYaml())
          && Build.recorded(run).equals(build);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Oldest first, by their names, which are times. */
  private List<Path> folders() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside
          .filter(run -> Files.isDirectory(run) && !Files.isSymbolicLink(run))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static ReboundException unreadable(Path path, IOException e) {
    return new ReboundException(
        ReboundException.Cause.ENVIRONMENT,
        "cannot read " + path + ": " + e,
        "Make it readable, or choose another folder with --runs.",
        e);
  }

  @Override
  public Results next(int number) {
    return reported.single(experiment, new Execution.RunTurn(number, false), started -> {});
  }

  @Override
  public boolean interrupted() {
    return execution.interrupted();
  }

  @Override
  public void tell(String line) {
    out.println(line);
  }
}
