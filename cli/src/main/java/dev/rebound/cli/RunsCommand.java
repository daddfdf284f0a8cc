package dev.rebound.cli;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Results;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.report.page.RunHeading;
import dev.rebound.report.terminal.LiveLine;
import dev.rebound.report.terminal.TerminalOptions;
import dev.rebound.report.words.Figures;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
  Path runs = Folders.ofRuns();

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
    PrintStream out = OutputOptions.out();
    if (shown.size() < found.size()) {
      out.println("the last " + shown.size() + " of " + found.size() + "; --last shows more");
    }
    List<RunHeading> runs = shown.stream().map(run -> RunHeading.read(run, Instant.now())).toList();
    List<List<String>> rows = runs.stream().map(RunsCommand::row).toList();
    List<Integer> widths = new ArrayList<>();
    for (int i = 0; i < rows.get(0).size(); i++) {
      int column = i;
      widths.add(rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0) + 2);
    }
    TerminalOptions terminal = TerminalOptions.detect(true);
    for (int i = 0; i < rows.size(); i++) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < widths.size(); column++) {
        String cell = rows.get(i).get(column);
        line.append(cell).append(" ".repeat(widths.get(column) - cell.length()));
      }
      out.println(line.toString().stripTrailing());
      if (!runs.get(i).why().isEmpty()) {
        String indent = " ".repeat(widths.get(0));
        int room =
            terminal.live()
                ? Math.max(20, terminal.columns() - indent.length())
                : Integer.MAX_VALUE;
        out.println(indent + LiveLine.of(List.of(runs.get(i).why()), room));
      }
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

  private static List<String> row(RunHeading run) {
    String when =
        name(run.folder())
            .replaceFirst(
                "(\\d{4})(\\d\\d)(\\d\\d)-(\\d\\d)(\\d\\d)(\\d\\d).*", "$1-$2-$3 $4:$5:$6");
    String folder = Folders.shown(run.folder()).toString();
    // Folders of runs are named by their experiments; one that was moved need not be.
    String name = folder.contains(run.name()) ? "" : run.name() + ": ";
    return List.of(
        when,
        run.standing().toString().toUpperCase(Locale.ROOT),
        recovery(run.results()),
        name + run.engine(),
        folder);
  }

  private static String recovery(@Nullable Results results) {
    Double longest = results == null ? null : results.metrics().get(LONGEST);
    if (results == null || longest == null) {
      return "";
    }
    // Where it is not known of some fault, that may be the worst.
    boolean more = Double.isFinite(longest) && results.unjudged().containsKey(FaultFigure.RECOVERY);
    return "recovery " + Figures.metric(LONGEST, longest) + (more ? " or more" : "");
  }
}
