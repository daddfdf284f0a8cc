package dev.rebound.cli;

import dev.rebound.analysis.compare.baseline.Baseline;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.archive.BaselineFile;
import dev.rebound.campaign.archive.RunFolders;
import dev.rebound.campaign.archive.RunReader;
import dev.rebound.campaign.sustain.SustainFile;
import dev.rebound.report.terminal.LongWait;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code baseline}: keeps what runs measured, so that later ones can be held against it. */
@Command(
    name = "baseline",
    mixinStandardHelpOptions = true,
    description = {
      "Keep in a small file how long runs took to recover.",
      "`rebound check --against` holds later runs against it. It takes 3 runs of an experiment at least; those of several experiments go into one file."
    })
final class BaselineCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Folders of runs, or folders that hold runs (runs/demo-flink, say).")
  List<Path> named = List.of();

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "File to write (default: baseline.json).")
  Path file = Path.of("baseline.json");

  @Override
  public Integer call() {
    if (Files.isDirectory(file)) {
      throw ReboundException.badInput(
          "--out " + file + " is a folder",
          "Name a file, for example " + file.resolve("baseline.json") + ".");
    }
    RunFolders folders;
    Baseline baseline;
    try (LongWait wait = LongWait.of("looking for runs")) {
      folders = RunFolders.find(named);
      List<ComparedRun> runs = RunReader.all(folders.runs(), wait);
      baseline = Baseline.of(runs);
      BaselineFile.write(baseline, runs, file);
    }
    PrintStream out = OutputOptions.out();
    baseline.lines().forEach(line -> out.println(Folders.shown(line)));
    folders.leftOut().stream()
        .filter(folder -> !Files.exists(folder.resolve(SustainFile.NAME)))
        .forEach(
            folder ->
                out.println(
                    ("  MISSING  %s has no results and is not in it: it was killed, did not"
                            + " start, or still runs")
                        .formatted(Folders.shown(folder))));
    folders.words().forEach(line -> out.println("  " + Folders.shown(line)));
    out.println("Baseline: " + Folders.shown(file));
    return ExitCode.PASS;
  }
}
