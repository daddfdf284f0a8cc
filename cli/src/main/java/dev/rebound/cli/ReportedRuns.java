package dev.rebound.cli;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;
import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.report.HtmlReport;
import dev.rebound.report.RunReports;
import dev.rebound.report.TerminalOptions;
import dev.rebound.report.TerminalReporter;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Carries out runs for commands that choose each one themselves: tells a person as it goes, and
 * writes every run's reports.
 */
final class ReportedRuns {
  private final Execution execution;
  private final StudyRun.PrintStyle printing;

  ReportedRuns(Execution execution, StudyRun.PrintStyle printing) {
    this.execution = execution;
    this.printing = printing;
  }

  /**
   * Runs one of the runs of an experiment, a control or not. Throws {@link
   * dev.rebound.base.ReboundException} if it could not start.
   *
   * @param started hears the run's folder as soon as there is one
   */
  Results single(Experiment experiment, Execution.RunTurn turn, Consumer<Path> started) {
    Experiment run = turn.control() ? Controls.of(experiment) : experiment;
    TerminalReporter terminal =
        new TerminalReporter(
            printing.out(), TerminalOptions.detect(printing.plain()), printing.wholePlan());
    return execution.execute(
        experiment,
        Engines.named(run.engine().name()),
        turn,
        new Execution.ExecutionListener() {
          @Override
          public void starting(RunDirectory directory, Journal journal) {
            started.accept(directory.path());
            journal.listen(terminal);
          }

          @Override
          public void judged(RunDirectory directory, Results results, AnalysisResult findings) {
            RunReports.write(directory, results, findings);
          }

          @Override
          public void ended(RunDirectory directory, Results results) {
            terminal.summary(results, directory.file(HtmlReport.FILE));
          }
        });
  }
}
