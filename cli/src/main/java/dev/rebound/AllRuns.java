package dev.rebound;

import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.report.HtmlIndex;
import dev.rebound.report.HtmlReport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Carries out experiments in turns, one repetition of each after the other and each with its
 * control, so that what changes with time is in all of them.
 */
final class AllRuns {
  private final SingleRun single;
  private final List<Experiment> experiments;
  private final Path parent;
  private final List<RunListener> listeners;
  private final List<Path> folders = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private final List<Outcome.Failure> failures = new ArrayList<>();

  /** Carries out one run or control, and writes its reports. */
  interface SingleRun {
    /** Throws {@link ReboundException} if it cannot be carried out. */
    Run carryOut(Experiment experiment, Execution.RunTurn turn);

    /** True once a person wants an end. */
    boolean interrupted();
  }

  /**
   * @param parent folder of all runs, where the index goes
   */
  AllRuns(
      SingleRun single, List<Experiment> experiments, Path parent, List<RunListener> listeners) {
    this.single = single;
    this.experiments = experiments;
    this.parent = parent;
    this.listeners = listeners;
  }

  /** One of several runs that cannot be carried out does not keep the others from it. */
  Outcome carryOut() {
    boolean several = experiments.stream().mapToInt(Experiment::repetitions).sum() > 1;
    int most = experiments.stream().mapToInt(Experiment::repetitions).max().orElse(0);
    for (int repetition = 1; repetition <= most; repetition++) {
      for (Experiment experiment : experiments) {
        if (repetition > experiment.repetitions() || single.interrupted()) {
          continue;
        }
        try {
          runs.add(repetition(experiment, repetition));
        } catch (ReboundException e) {
          if (!several && !single.interrupted()) {
            throw e;
          }
          failed(experiment.name(), e);
        }
      }
    }
    return new Outcome(runs, failures, single.interrupted(), index());
  }

  private void failed(String name, ReboundException problem) {
    failures.add(new Outcome.Failure(name, problem));
    listeners.forEach(listener -> listener.failed(name, problem));
  }

  private Optional<Path> index() {
    if (folders.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(HtmlIndex.write(parent, folders));
  }

  /**
   * One repetition and, where the experiment asks for it and nobody stopped it, its control: one
   * that was to have a control and has none does not pass.
   */
  private Run repetition(Experiment experiment, int repetition) {
    Run run = one(experiment, new Execution.RunTurn(repetition, false));
    boolean stopped = single.interrupted();
    if (!experiment.control() || (stopped && run.results().interrupted())) {
      return run;
    }
    if (stopped) {
      return written(
          run,
          Controls.without(run.results(), "there is no control: the runs were stopped before it"),
          Optional.empty());
    }
    Run control;
    try {
      control = one(experiment, new Execution.RunTurn(repetition, true));
    } catch (ReboundException e) {
      failed(Controls.of(experiment).name(), e);
      return written(
          run,
          Controls.without(
              run.results(), "the control could not be carried out: " + e.getMessage()),
          Optional.empty());
    }
    if (control.results().interrupted() || broken(control.results())) {
      Run alone =
          written(
              run,
              Controls.without(run.results(), "the control ended early"),
              Optional.of(control));
      listeners.forEach(listener -> listener.notCompared(alone));
      return alone;
    }
    Run compared =
        written(run, Controls.against(run.results(), control.results()), Optional.of(control));
    listeners.forEach(listener -> listener.compared(compared));
    return compared;
  }

  /** The run with what its control says of it, in its files too. */
  private static Run written(Run run, Results results, Optional<Run> control) {
    ResultsFile.write(results, run.folder());
    HtmlReport.write(run.folder());
    return new Run(results, run.folder(), control);
  }

  private static boolean broken(Results results) {
    return results.warnings().stream()
        .anyMatch(warning -> warning.code().equals(Doubt.RUN_BROKEN.code()));
  }

  private Run one(Experiment experiment, Execution.RunTurn turn) {
    Run run = single.carryOut(experiment, turn);
    folders.add(run.folder());
    return run;
  }
}
