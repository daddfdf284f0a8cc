package dev.rebound.cli;

import dev.rebound.engine.Engines;
import dev.rebound.lab.LabException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.recovery.Findings;
import dev.rebound.lab.result.Results;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.lab.runner.Runner;
import dev.rebound.report.CsvReporter;
import dev.rebound.report.HtmlIndex;
import dev.rebound.report.HtmlReport;
import dev.rebound.report.TerminalOptions;
import dev.rebound.report.TerminalReporter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run}: executes experiments and says what became of them. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Run experiments: start everything, break it, measure, audit, and judge.")
final class RunCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Experiment files, or folders of them.")
  List<Path> files = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Override a value of the file, for example --set load.rate=5000/s. May be repeated.")
  List<String> overrides = List.of();

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Multiply the rate (and only that) by this factor.")
  double scale = 1;

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
    if (!(scale > 0 && scale <= 1000)) {
      throw new LabException(
          LabException.Cause.BAD_INPUT,
          "--scale " + scale + " is not a factor above 0",
          "For example --scale 0.05.");
    }
    PrintStream out =
        new PrintStream(
            new FileOutputStream(FileDescriptor.out), true, TerminalOptions.outputCharset());
    Execution execution = new Execution(runs, Home.path(), keep, Version.number());
    List<Experiment> experiments = Experiments.load(files, overrides, scale, execution);
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
    List<Path> done = new ArrayList<>();
    int code = ExitCode.PASS;
    for (Experiment experiment : experiments) {
      for (int repetition = 1;
          repetition <= experiment.repetitions() && !execution.interrupted();
          repetition++) {
        code = ExitCode.worse(code, once(execution, experiment, repetition, done, out));
      }
    }
    if (done.size() > 1) {
      Path index = runs.resolve("index.html");
      HtmlIndex.write(index, done);
      out.println("All runs: " + index);
    }
    return execution.interrupted() ? ExitCode.INTERRUPTED : code;
  }

  private int once(
      Execution execution,
      Experiment experiment,
      int repetition,
      List<Path> done,
      PrintStream out) {
    Outputs outputs = new Outputs(out, plain);
    Results results =
        execution.execute(
            experiment,
            Engines.named(experiment.engine().name()),
            new Execution.Turn(repetition, false),
            outputs);
    Path folder = outputs.directory().path();
    done.add(folder);
    if (experiment.control() && !execution.interrupted()) {
      Outputs controlOutputs = new Outputs(out, plain);
      Results control =
          execution.execute(
              experiment,
              Engines.named(experiment.engine().name()),
              new Execution.Turn(repetition, true),
              controlOutputs);
      done.add(controlOutputs.directory().path());
      results = Execution.against(results, control);
      Runner.write(results, outputs.directory());
      HtmlReport.write(folder);
      out.println("Compared with its control: " + folder.resolve("report.html"));
    }
    return ExitCode.of(results.verdict());
  }

  /** What a person sees of one run, and the files written for them. */
  private static final class Outputs implements Execution.Reporting {
    private final TerminalReporter terminal;
    private RunDirectory directory = new RunDirectory(Path.of("."), "");

    Outputs(PrintStream out, boolean plain) {
      this.terminal = new TerminalReporter(out, TerminalOptions.detect(plain));
    }

    RunDirectory directory() {
      return directory;
    }

    @Override
    public void starting(RunDirectory run, Journal journal) {
      directory = run;
      journal.listen(terminal);
    }

    @Override
    public void ended(RunDirectory run, Results results, Findings findings) {
      CsvReporter.write(run.journal(), run.path(), results);
      CsvReporter.writeDelivery(run.path(), findings.timeline());
      Path report = HtmlReport.write(run.path());
      terminal.summary(results, report);
    }
  }
}
