package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.report.study.ComparisonFiles;
import dev.rebound.report.study.ComparisonText;
import dev.rebound.report.study.StudyReport;
import dev.rebound.report.terminal.LongWait;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare}: holds runs against each other, with intervals, and charts them on one axis. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compare runs side by side, with intervals and charts.",
      "Outage, recovery, steps, findings and cost have 95 %% intervals, and the charts of all are on"
          + " one time axis around the kill.",
      "Runs of the same scenario, engine, version, profile, guarantee and settings count together."
    })
final class CompareCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description =
          "Folders of runs, folders that hold runs (runs/demo-flink, say), or one folder of a"
              + " study.")
  List<Path> named = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "HTML file to write (default: compare.html); the same as .json, .csv, .md and .svg beside it.")
  Path output = Path.of("compare.html");

  @Option(
      names = "--pictures",
      paramLabel = "FOLDER",
      description = "Write each chart as an SVG file of its own into this folder, too.")
  @Nullable Path pictures;

  @Override
  public Integer call() {
    if (output.getFileName() == null || Files.isDirectory(output)) {
      throw ReboundException.badInput(
          "--output " + output + " is a folder",
          "Name a file, for example " + output.resolve("compare.html") + ".");
    }
    Comparison comparison = LongWait.during("looking for runs", this::compared);
    PrintStream out = OutputOptions.out();
    ComparisonText.lines(comparison).forEach(line -> out.println(Folders.shown(line)));
    out.println();
    out.println("Comparison: " + Folders.shown(output));
    return ExitCode.PASS;
  }

  private Comparison compared(LongWait wait) {
    Comparison comparison = Rebound.compare(named, wait);
    wait.accept("writing the comparison");
    StudyReport.write(comparison, output);
    ComparisonFiles.json(comparison, beside(".json"));
    ComparisonFiles.csv(comparison, beside(".csv"));
    ComparisonFiles.markdown(comparison, beside(".md"));
    ComparisonFiles.picture(comparison, beside(".svg"));
    if (pictures != null) {
      ComparisonFiles.pictures(comparison, pictures);
    }
    return comparison;
  }

  private Path beside(String suffix) {
    String name = output.getFileName().toString();
    String base = name.endsWith(".html") ? name.substring(0, name.length() - 5) : name;
    return output.resolveSibling(base + suffix);
  }
}
