package dev.rebound.cli;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.base.ReboundException;
import dev.rebound.report.words.Figures;
import dev.rebound.report.words.VerdictLabel;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code runs}: lists the runs that were made. */
@Command(
    name = "runs",
    mixinStandardHelpOptions = true,
    description = {
      "List the runs that were made, the latest at the end.",
      "A line says when it began (UTC), its verdict, its longest recovery, its engine and its folder;"
          + " of a run that did not start, why."
    })
final class RunsCommand implements Callable<Integer> {
  /** A run of a study lies at study/time/experiment/time. */
  private static final int DEPTH_MAX = 5;

  private static final String LONGEST = "recovery.max";
  private static final String STAMP = "\\d{8}-\\d{6}(-\\d+)?";

  @Parameters(
      paramLabel = "TEXT",
      arity = "0..1",
      description = "Only runs whose folder contains it, such as 'flink' or '20261122'.")
  @Nullable String text;

  @Option(names = "--runs", paramLabel = "DIR", description = "Folder of results (default: runs).")
  Path runs = Path.of("runs");

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "Only so many of them (default: ${DEFAULT-VALUE}).")
  int last = 20;

  @Override
  public Integer call() {
    List<Path> found = found();
    if (found.isEmpty()) {
      throw ReboundException.badInput(
          "no run in " + runs + (text == null ? "" : " whose folder contains '" + text + "'"),
          "Run an experiment first, or name the folder of runs with --runs.");
    }
    List<Path> shown = found.subList(Math.max(0, found.size() - Math.max(1, last)), found.size());
    List<List<String>> rows = new ArrayList<>();
    shown.forEach(folder -> rows.add(row(folder)));
    PrintStream out = OutputOptions.out();
    if (shown.size() < found.size()) {
      out.println("the last " + shown.size() + " of " + found.size() + "; --last shows more");
    }
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
    return ExitCode.PASS;
  }

  /** By the time at which they began, which their folders are named by. */
  private List<Path> found() {
    if (!Files.isDirectory(runs)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(runs, DEPTH_MAX)) {
      return files
          .filter(file -> file.endsWith(RunFiles.JOURNAL))
          .map(Path::getParent)
          .filter(folder -> name(folder).matches(STAMP))
          .filter(folder -> text == null || folder.toString().contains(text))
          .sorted(Comparator.comparing(RunsCommand::name))
          .toList();
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot look through " + runs + ": " + e, "Name another folder with --runs.", e);
    }
  }

  private static String name(Path folder) {
    return String.valueOf(folder.getFileName());
  }

  /** Where it is not known of some fault, that may be the worst. */
  private static String orMore(Optional<Results> results) {
    return results.filter(known -> known.unjudged().containsKey(FaultFigure.RECOVERY)).isEmpty()
        ? ""
        : " or more";
  }

  private static List<String> row(Path folder) {
    String stamp = name(folder);
    String when =
        stamp.replaceFirst(
            "(\\d{4})(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d)(\\d\\d).*", "$1-$2-$3 $4:$5:$6");
    Optional<Results> results = ResultsFile.read(folder);
    String verdict = results.map(known -> VerdictLabel.of(known).name()).orElse("no results");
    Double recovery = results.map(known -> known.metrics().get(LONGEST)).orElse(null);
    return List.of(
        when,
        verdict,
        recovery == null ? "" : "recovery " + Figures.metric(LONGEST, recovery) + orMore(results),
        results.map(known -> known.name() + " (" + known.engineVersion() + ")").orElse(""),
        folder.toString());
  }
}
