package dev.rebound;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;
import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.report.RunReports;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs with real processes, each of which writes its reports and is told of. */
record SingleRuns(Execution execution, List<RunListener> listeners) implements AllRuns.SingleRun {
  @Override
  public Run carryOut(Experiment experiment, Execution.RunTurn turn) {
    Experiment run = turn.control() ? Controls.of(experiment) : experiment;
    RunReporting reported = new RunReporting();
    Results results =
        execution.execute(experiment, Engines.named(run.engine().name()), turn, reported);
    return new Run(results, reported.folder, Optional.empty());
  }

  @Override
  public boolean interrupted() {
    return execution.interrupted();
  }

  /** Writes what a run leaves for people, and tells listeners. */
  private final class RunReporting implements Execution.ExecutionListener {
    private Path folder = Path.of(".");

    @Override
    public void starting(RunDirectory directory, Journal journal) {
      folder = directory.path();
      listeners.forEach(listener -> listener.starting(folder, journal));
    }

    @Override
    public void judged(RunDirectory directory, Results results, AnalysisResult findings) {
      RunReports.write(directory, results, findings);
    }

    @Override
    public void ended(RunDirectory directory, Results results) {
      Run run = new Run(results, folder, Optional.empty());
      listeners.forEach(listener -> listener.ended(run));
    }
  }
}
