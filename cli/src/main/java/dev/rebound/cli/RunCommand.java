package dev.rebound.cli;

import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Execution;
import dev.rebound.report.HtmlIndex;
import dev.rebound.report.TerminalOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: executes experiments and says what became of them. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Run experiments: start everything, break it, measure, audit, and judge.")
final class RunCommand implements Callable<Integer> {
  @Mixin ExperimentOptions input = new ExperimentOptions();

  @Option(names = "--runs", paramLabel = "DIR", description = "Folder for results (default: runs).")
  Path runs = Path.of("runs");

  @Option(names = "--keep", description = "Keep topics, state and node folders after the check.")
  boolean keep;

  @Option(names = "--dry-run", description = "Print the plan of each run and stop.")
  boolean dryRun;

  @Option(names = "--no-color", description = "Plain text, also on a terminal.")
  boolean plain;

  @Override
  public Integer call() {
    PrintStream out =
        new PrintStream(
            new FileOutputStream(FileDescriptor.out), true, TerminalOptions.outputCharset());
    Execution execution = new Execution(runs, Home.path(), keep, Version.number());
    List<Experiment> experiments = input.load(execution);
    if (dryRun) {
      for (Experiment experiment : experiments) {
        execution
            .dryRun(experiment, Engines.named(experiment.engine().name()))
            .forEach(out::println);
        out.println();
      }
      return ExitCode.PASS;
    }
    Interrupts.handle(
        () -> {
          System.err.println();
          System.err.println(
              "Ending in order and keeping what was measured; Ctrl-C again ends at once.");
          execution.interrupt();
        });
    ReportedRuns done = new ReportedRuns(execution, out, plain);
    int code = ExitCode.PASS;
    for (Experiment experiment : experiments) {
      for (int repetition = 1;
          repetition <= experiment.repetitions() && !execution.interrupted();
          repetition++) {
        String verdict = done.run(experiment, repetition).results().verdict();
        code = ExitCode.worse(code, ExitCode.of(verdict));
      }
    }
    if (done.folders().size() > 1) {
      Path index = runs.resolve("index.html");
      HtmlIndex.write(index, done.folders());
      out.println("All runs: " + index);
    }
    return execution.interrupted() ? ExitCode.INTERRUPTED : code;
  }
}
