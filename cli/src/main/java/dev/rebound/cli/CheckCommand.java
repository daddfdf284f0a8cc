package dev.rebound.cli;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.Recheck;
import dev.rebound.lab.runner.TimelineFile;
import dev.rebound.report.RunReports;
import dev.rebound.report.TerminalOptions;
import dev.rebound.report.TerminalReporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code check}: audits runs again from what they left, and judges them again. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = "Audit runs again from what they left, and judge them again.")
final class CheckCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "RUN",
      arity = "1..*",
      description = "Folders of runs, for example runs/demo/latest.")
  List<Path> runs = List.of();

  @Override
  public Integer call() {
    int code = ExitCode.PASS;
    for (Path named : runs) {
      Path run = run(named);
      code = ExitCode.worse(code, check(run));
    }
    return code;
  }

  /** A folder of an experiment's runs stands for its latest one. */
  private static Path run(Path named) {
    Path latest = named.resolve("latest");
    return !Files.exists(named.resolve("journal.jsonl")) && Files.isDirectory(latest)
        ? latest
        : named;
  }

  private static int check(Path run) {
    Recheck checked =
        Recheck.of(
            run, file -> ExperimentFile.load(file, List.of(), 1, Engines.all().keySet()).get(0));
    Results results = checked.results();
    TimelineFile.write(checked.findings().timeline(), run);
    ResultsFile.write(results, checked.directory().path());
    Path report = RunReports.write(checked.directory(), results, checked.findings());
    new TerminalReporter(System.out, TerminalOptions.detect(false)).summary(results, report);
    return ExitCode.of(results.verdict());
  }
}
