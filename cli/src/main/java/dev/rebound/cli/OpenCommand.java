package dev.rebound.cli;

import dev.rebound.analysis.RunFiles;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.lab.experiment.Suggestion;
import dev.rebound.report.page.HtmlReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code open}: shows a report in the browser. */
@Command(
    name = "open",
    mixinStandardHelpOptions = true,
    description = {
      "Open the report of the latest run in the browser.",
      "Or that of the run or study that is named. Where there is no browser, it prints the report's path."
    })
final class OpenCommand implements Callable<Integer> {
  /** A run of a study lies at study/time/experiment/time. */
  private static final int DEPTH_MAX = 5;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description =
          "Folder of a run or study, or the name of an experiment; the latest run without it.")
  @Nullable String named;

  @Option(names = "--runs", paramLabel = "DIR", description = "Folder of results (default: runs).")
  Path runs = Folders.ofRuns();

  @Option(names = "--print", description = "Only print the path.")
  boolean print;

  @Override
  public Integer call() {
    Path report = report();
    System.out.println(Folders.shown(report));
    if (!print && !Browser.open(report)) {
      System.err.println("No browser could be started here: open the file above in one.");
    }
    return ExitCode.PASS;
  }

  private Path report() {
    if (named == null) {
      return latest(runs)
          .orElseThrow(
              () ->
                  ReboundException.badInput(
                      "no report in " + runs,
                      "Run an experiment first, or name the folder of runs with --runs."));
    }
    for (Path path : List.of(Path.of(named), runs.resolve(named))) {
      Optional<Path> report = Files.exists(path) ? at(path) : Optional.empty();
      if (report.isPresent()) {
        return report.get();
      }
    }
    throw ReboundException.badInput(
        "no report of " + named,
        Suggestion.nearest(named, names())
            .map(near -> "Did you mean '" + near + "'?")
            .orElse(
                "Name the folder of a run, or an experiment with runs in "
                    + runs
                    + "; `rebound report` writes a report anew."));
  }

  /** The report itself, that of its folder, or the latest of those below. */
  private static Optional<Path> at(Path path) {
    Path folder = followed(path);
    if (Files.isRegularFile(folder)) {
      return folder.toString().endsWith(".html") ? Optional.of(folder) : Optional.empty();
    }
    Path report = folder.resolve(HtmlReport.FILE);
    return Files.isRegularFile(report) ? Optional.of(report) : latest(folder);
  }

  /** Where links are not to be had, {@code latest} is a file with the folder's name in it. */
  private static Path followed(Path path) {
    if (!path.endsWith("latest") || !Files.isRegularFile(path)) {
      return path;
    }
    try {
      return path.resolveSibling(Files.readString(path, StandardCharsets.UTF_8).strip());
    } catch (IOException e) {
      return path;
    }
  }

  /**
   * The report below a folder whose run began last, or that of the study that it is of: folders of
   * runs are named by that time.
   */
  private static Optional<Path> latest(Path folder) {
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.walk(folder, DEPTH_MAX)) {
      return files
          .filter(file -> file.endsWith(HtmlReport.FILE))
          .filter(file -> Files.exists(file.resolveSibling(RunFiles.JOURNAL)))
          .map(Path::getParent)
          .filter(run -> !SecondJob.is(String.valueOf(run.getFileName())))
          .max(Comparator.comparing(run -> String.valueOf(run.getFileName())))
          .map(run -> outermost(run.resolve(HtmlReport.FILE), folder));
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot look through " + folder + ": " + e, "Name the folder of a run.", e);
    }
  }

  private static Path outermost(Path report, Path folder) {
    Path found = report;
    for (Path above = report.getParent();
        above != null && !above.equals(folder);
        above = above.getParent()) {
      Path its = above.resolve(HtmlReport.FILE);
      found = Files.isRegularFile(its) ? its : found;
    }
    return found;
  }

  private List<String> names() {
    try (Stream<Path> below = Files.list(runs)) {
      return below.filter(Files::isDirectory).map(path -> path.getFileName().toString()).toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
