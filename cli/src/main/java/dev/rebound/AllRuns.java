package dev.rebound;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.recovery.Findings;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.report.HtmlIndex;
import dev.rebound.report.HtmlReport;
import dev.rebound.report.RunReports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries out experiments one repetition after the other, each with its control, and writes every
 * run's reports.
 */
final class AllRuns {
  private final Execution execution;
  private final List<Experiment> experiments;
  private final Path parent;
  private final List<RunListener> listeners;
  private final List<Path> folders = new ArrayList<>();

  /**
   * @param parent folder of all runs, where the index goes
   */
  AllRuns(
      Execution execution, List<Experiment> experiments, Path parent, List<RunListener> listeners) {
    this.execution = execution;
    this.experiments = experiments;
    this.parent = parent;
    this.listeners = listeners;
  }

  /** One of several runs that cannot be carried out does not keep the others from it. */
  Outcome carryOut() {
    boolean several = experiments.stream().mapToInt(Experiment::repetitions).sum() > 1;
    List<Run> runs = new ArrayList<>();
    List<Outcome.Failure> failures = new ArrayList<>();
    for (Experiment experiment : experiments) {
      for (int repetition = 1;
          repetition <= experiment.repetitions() && !execution.interrupted();
          repetition++) {
        try {
          runs.add(repetition(experiment, repetition));
        } catch (ReboundException e) {
          if (!several && !execution.interrupted()) {
            throw e;
          }
          failures.add(new Outcome.Failure(experiment.name(), e));
          listeners.forEach(listener -> listener.failed(experiment.name(), e));
        }
      }
    }
    return new Outcome(runs, failures, execution.interrupted(), index());
  }

  private Optional<Path> index() {
    if (folders.size() < 2) {
      return Optional.empty();
    }
    Path index = parent.resolve("index.html");
    HtmlIndex.write(index, folders);
    return Optional.of(index);
  }

  /** One repetition and, where the experiment asks for it and nobody stopped it, its control. */
  private Run repetition(Experiment experiment, int repetition) {
    Run run = one(experiment, new Execution.Turn(repetition, false));
    if (!experiment.control() || execution.interrupted()) {
      return run;
    }
    Run control = one(experiment, new Execution.Turn(repetition, true));
    if (control.results().interrupted() || broken(control.results())) {
      Run alone = new Run(run.results(), run.folder(), Optional.of(control));
      listeners.forEach(listener -> listener.notCompared(alone));
      return alone;
    }
    Run compared =
        new Run(
            Controls.against(run.results(), control.results()), run.folder(), Optional.of(control));
    ResultsFile.write(compared.results(), compared.folder());
    HtmlReport.write(compared.folder());
    listeners.forEach(listener -> listener.compared(compared));
    return compared;
  }

  private static boolean broken(Results results) {
    return results.warnings().stream()
        .anyMatch(warning -> warning.code().equals(Doubt.RUN_BROKEN.code()));
  }

  private Run one(Experiment experiment, Execution.Turn turn) {
    Experiment run = turn.control() ? Controls.of(experiment) : experiment;
    Reported reported = new Reported();
    Results results =
        execution.execute(experiment, Engines.named(run.engine().name()), turn, reported);
    folders.add(reported.folder);
    return new Run(results, reported.folder, Optional.empty());
  }

  /** Writes what a run leaves for people, and tells listeners. */
  private final class Reported implements Execution.Reporting {
    private Path folder = Path.of(".");

    @Override
    public void starting(RunDirectory directory, Journal journal) {
      folder = directory.path();
      listeners.forEach(listener -> listener.starting(folder, journal));
    }

    @Override
    public void ended(RunDirectory directory, Results results, Findings findings) {
      RunReports.write(directory, results, findings);
      Run run = new Run(results, folder, Optional.empty());
      listeners.forEach(listener -> listener.ended(run));
    }
  }
}
