package dev.rebound.cli;

import dev.rebound.analysis.recovery.Findings;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.report.CsvReporter;
import dev.rebound.report.HtmlReport;
import dev.rebound.report.TerminalOptions;
import dev.rebound.report.TerminalReporter;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs experiments one repetition at a time, each with its control, tells a person as it goes, and
 * writes every run's reports. Every command that runs experiments does it this way.
 */
final class ReportedRuns {
  private final Execution execution;
  private final PrintStream out;
  private final boolean plain;
  private final List<Path> folders = new ArrayList<>();

  /**
   * @param plain no colour and no moving line, also on a terminal
   */
  ReportedRuns(Execution execution, PrintStream out, boolean plain) {
    this.execution = execution;
    this.out = out;
    this.plain = plain;
  }

  /**
   * One repetition of an experiment that was run.
   *
   * @param results with the difference to the control, if there was one
   * @param folder of the run
   * @param control folder of the control run
   */
  record Repetition(Results results, Path folder, Optional<Path> control) {}

  /** Folders of all runs until now, controls included, in the order of their start. */
  List<Path> folders() {
    return List.copyOf(folders);
  }

  /**
   * Runs one repetition and, where the experiment asks for it and nobody interrupted, its control.
   * Throws {@link dev.rebound.analysis.ReboundException} if a run could not start.
   */
  Repetition run(Experiment experiment, int repetition) {
    Outputs outputs = new Outputs(folder -> {});
    Results results = execute(experiment, new Execution.Turn(repetition, false), outputs);
    RunDirectory directory = outputs.directory();
    if (!experiment.control() || execution.interrupted()) {
      return new Repetition(results, directory.path(), Optional.empty());
    }
    Outputs controlOutputs = new Outputs(folder -> {});
    Results control = execute(experiment, new Execution.Turn(repetition, true), controlOutputs);
    boolean broken =
        control.warnings().stream().anyMatch(warning -> warning.code().equals("run-broken"));
    if (control.interrupted() || broken) {
      out.println("Not compared with its control, which ended early.");
      return new Repetition(
          results, directory.path(), Optional.of(controlOutputs.directory().path()));
    }
    Results compared = Controls.against(results, control);
    ResultsFile.write(compared, directory.path());
    out.println("Compared with its control: " + HtmlReport.write(directory.path()));
    return new Repetition(
        compared, directory.path(), Optional.of(controlOutputs.directory().path()));
  }

  /**
   * Runs one of the runs of an experiment, a control or not. Throws {@link
   * dev.rebound.analysis.ReboundException} if it could not start.
   *
   * @param started hears the run's folder as soon as there is one
   */
  Results single(Experiment experiment, Execution.Turn turn, Consumer<Path> started) {
    return execute(experiment, turn, new Outputs(started));
  }

  private Results execute(Experiment experiment, Execution.Turn turn, Outputs outputs) {
    Experiment run = turn.control() ? Controls.of(experiment) : experiment;
    Results results =
        execution.execute(experiment, Engines.named(run.engine().name()), turn, outputs);
    folders.add(outputs.directory().path());
    return results;
  }

  /** What a person sees of one run, and the files written for them. */
  private final class Outputs implements Execution.Reporting {
    private final TerminalReporter terminal =
        new TerminalReporter(out, TerminalOptions.detect(plain));
    private final Consumer<Path> started;
    private RunDirectory directory = new RunDirectory(Path.of("."), "");

    Outputs(Consumer<Path> started) {
      this.started = started;
    }

    RunDirectory directory() {
      return directory;
    }

    @Override
    public void starting(RunDirectory run, Journal journal) {
      directory = run;
      started.accept(run.path());
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
