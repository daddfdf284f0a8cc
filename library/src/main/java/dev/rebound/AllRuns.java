package dev.rebound;

import dev.rebound.analysis.result.Results;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.Campaign;
import dev.rebound.campaign.RunEnd;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.report.page.HtmlIndex;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Carries out experiments in turns, one repetition of each after the other and each with its
 * control, so that what changes with time is in all of them.
 */
final class AllRuns implements Campaign<AllRuns.Repetition, Optional<Run>> {
  private final SingleRun single;
  private final Deque<Repetition> left = new ArrayDeque<>();
  private final boolean several;
  private final Path parent;
  private final List<RunListener> listeners;
  private final List<Path> folders = new ArrayList<>();
  private final List<Run> runs = new ArrayList<>();
  private final List<Outcome.Failure> failures = new ArrayList<>();

  /** Carries out one run or control, and writes its reports. */
  interface SingleRun {
    /** Throws {@link ReboundException} if it cannot be carried out. */
    Run carryOut(Experiment experiment, Execution.RunTurn turn, Consumer<Path> started);

    /** True once a person wants an end. */
    boolean interrupted();
  }

  /**
   * A run of an experiment, and its control.
   *
   * @param number from 1
   */
  record Repetition(Experiment experiment, int number) {}

  /**
   * @param parent folder of all runs, where the index goes
   */
  AllRuns(
      SingleRun single, List<Experiment> experiments, Path parent, List<RunListener> listeners) {
    this.single = single;
    int most = experiments.stream().mapToInt(Experiment::repetitions).max().orElse(0);
    for (int number = 1; number <= most; number++) {
      for (Experiment experiment : experiments) {
        if (number <= experiment.repetitions()) {
          left.add(new Repetition(experiment, number));
        }
      }
    }
    this.several = left.size() > 1;
    this.parent = parent;
    this.listeners = listeners;
  }

  Outcome carryOut() {
    try {
      Campaign.carryOut(this, this::tried);
    } catch (ReboundException e) {
      try {
        var unused = index();
      } catch (ReboundException unwritten) {
        e.addSuppressed(unwritten);
      }
      throw e;
    }
    return new Outcome(runs, failures, single.interrupted(), index());
  }

  /** Lists all runs, those that did not start, too. */
  private Optional<Path> index() {
    return folders.isEmpty() ? Optional.empty() : Optional.of(HtmlIndex.write(parent, folders));
  }

  @Override
  public Optional<Repetition> next() {
    return single.interrupted() ? Optional.empty() : Optional.ofNullable(left.poll());
  }

  @Override
  public void ended(Repetition repetition, Optional<Run> run) {
    run.ifPresent(runs::add);
  }

  /** One of several runs that cannot be carried out does not keep the others from it. */
  private Optional<Run> tried(Repetition repetition) {
    try {
      return Optional.of(carriedOut(repetition));
    } catch (ReboundException e) {
      if (!several && !single.interrupted()) {
        throw e;
      }
      failed(repetition.experiment().name(), e);
      return Optional.empty();
    }
  }

  private void failed(String name, ReboundException problem) {
    failures.add(new Outcome.Failure(name, problem));
    listeners.forEach(listener -> listener.failed(name, problem));
  }

  /**
   * One repetition and, where the experiment asks for it and nobody stopped it, its control: one
   * that was to have a control and has none does not pass.
   */
  private Run carriedOut(Repetition repetition) {
    Run run = one(repetition, false);
    boolean stopped = single.interrupted();
    if (!repetition.experiment().control() || (stopped && run.results().interrupted())) {
      return run;
    }
    if (stopped) {
      return without(run, "there is no control: the runs were stopped before it", Optional.empty());
    }
    Run control;
    try {
      control = one(repetition, true);
    } catch (ReboundException e) {
      failed(Controls.of(repetition.experiment()).name(), e);
      return without(
          run, "the control could not be carried out: " + e.getMessage(), Optional.empty());
    }
    RunEnd end = RunEnd.of(control.results());
    if (end.interrupted() || !end.broken().isEmpty()) {
      Run alone = without(run, "the control ended early", Optional.of(control));
      listeners.forEach(listener -> listener.notCompared(alone));
      return alone;
    }
    Run compared =
        written(run, Controls.against(run.results(), control.results()), Optional.of(control));
    listeners.forEach(listener -> listener.compared(compared));
    return compared;
  }

  private static Run without(Run run, String why, Optional<Run> control) {
    return written(run, Controls.without(run.results(), why), control);
  }

  /** The run with what its control says of it, in its files too. */
  private static Run written(Run run, Results results, Optional<Run> control) {
    RealRuns.write(results, run.folder());
    return new Run(results, run.folder(), control);
  }

  private Run one(Repetition repetition, boolean control) {
    return single.carryOut(
        repetition.experiment(), new Execution.RunTurn(repetition.number(), control), folders::add);
  }
}
