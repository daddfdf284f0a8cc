package dev.rebound;

import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.analysis.result.RunBets;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.promise.PromiseRuns;
import dev.rebound.campaign.promise.PromiseSearch;
import dev.rebound.campaign.promise.PromiseStatus;
import dev.rebound.campaign.promise.PromisedLimits;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A promise of times that is planned, and can be held against runs, see {@link Rebound#promise}.
 */
public final class PromiseRun {
  /** So many times the least number of runs are made at most, unless a person says otherwise. */
  private static final int LEAST_TIMES = 3;

  private final PromisedLimits limits;
  private final Consumer<String> tell;
  private final Experiment experiment;
  private final RunPlan plan;
  private final int least;
  private final int most;
  private final Path folder;
  private final String build;
  private final RealRuns runs;
  private volatile boolean stopped;

  /**
   * How a promise stands after the last run.
   *
   * @param sentence the answer
   * @param failedOtherwise a run failed by more than lengths of faults, which the answer is of
   * @param unknownOtherwise something else that was expected is not known in each run that counts
   * @param stopped before there was an answer, perhaps
   */
  public record PromiseOutcome(
      PromiseStatus standing,
      String sentence,
      boolean failedOtherwise,
      boolean unknownOtherwise,
      boolean stopped) {}

  PromiseRun(
      Rebound files, PromisedLimits limits, @Nullable Integer runsMax, Consumer<String> tell) {
    this.limits = limits;
    this.tell = tell;
    this.experiment = one(files.read());
    this.plan = files.plan(experiment);
    if (plan.faults().isEmpty()) {
      throw ReboundException.badInput(
          experiment.name() + " has no faults: it promises nothing", "Add faults: to the file.");
    }
    requireWatched();
    if (runsMax != null && runsMax < 1) {
      throw ReboundException.badInput(
          "--runs-max " + runsMax + " is not a number above 0", "For example --runs-max 20.");
    }
    this.least = RunBets.least(limits.share(), limits.confidence());
    this.most = runsMax == null ? LEAST_TIMES * least : runsMax;
    Path root = files.runs.resolve(experiment.name() + "-promise");
    this.folder = root.resolve(experiment.name());
    this.build = Build.of(files.home);
    this.runs = new RealRuns(files.execution(root), List.copyOf(files.listeners));
  }

  private static Experiment one(List<Experiment> experiments) {
    if (experiments.size() != 1) {
      throw ReboundException.badInput(
          "a promise is of one experiment, and these are " + experiments.size(),
          "Name one file; of a matrix choose one value with --set.");
    }
    RateNeeded.by("a promise of times needs a load that waits for nobody", experiments.get(0));
    return experiments.get(0);
  }

  /** A fault that would break the promise must be seen to: cut off before, it would be unknown. */
  private void requireWatched() {
    Experiment experiment = plan.experiment();
    Duration needed =
        limits.watch(
            Analyst.hold(
                Engines.named(experiment.engine().name())
                    .declaration()
                    .promise()
                    .apply(experiment.engine())));
    Duration end = experiment.phases().faults().plus(experiment.phases().settle());
    List<FaultSchedule.Occurrence> faults = plan.faults();
    for (int f = 0; f < faults.size(); f++) {
      boolean last = f == faults.size() - 1;
      Duration watched = (last ? end : faults.get(f + 1).at()).minus(faults.get(f).at());
      if (watched.compareTo(needed) < 0) {
        throw ReboundException.badInput(
            "fault %s is watched for %s only, and whether it keeps the promise is known after %s"
                .formatted(faults.get(f).number(), Words.exact(watched), Words.exact(needed)),
            last
                ? "Set phases.settle to %s, or give the faults phase more time after it."
                    .formatted(Words.exact(needed))
                : "Leave that much between faults (every, at), or promise less time.");
      }
    }
  }

  /** What an answer costs, in runs and time. */
  public List<String> price() {
    int perRun = plan.faults().size();
    List<String> price = new ArrayList<>();
    price.add(
        "at least %s, of %s%s each without a miss; each miss costs more"
            .formatted(runs(least), perRun, perRun == 1 ? " fault" : " faults"));
    if (perRun > 1) {
      price.add(
          "runs decide, as faults of one run are not independent: fewer faults a run take less"
              + " time, more make a single miss cheaper");
    }
    price.add(
        "at most "
            + runs(most)
            + (most < least ? ": too few to show it, enough to refute it at most" : ""));
    return price;
  }

  private String runs(int count) {
    return count
        + (count == 1 ? " run" : " runs")
        + ", about "
        + Words.about(plan.length().multipliedBy(count));
  }

  /** Runs until there is an answer, or a reason to stop. Runs of earlier calls count. */
  public PromiseOutcome run() {
    PromiseRuns source =
        new PromiseRuns(
            experiment,
            folder,
            build,
            () -> stopped,
            number ->
                runs.carryOut(experiment, new Execution.RunTurn(number, false), started -> {})
                    .folder(),
            tell);
    PromiseSearch search = new PromiseSearch(limits, source, most, plan.faults().size());
    PromiseStatus standing = search.run();
    return new PromiseOutcome(
        standing,
        search.sentence(standing),
        search.failedOtherwise(),
        search.unknownOtherwise(),
        stopped);
  }

  /** Starts no other run; the one under way goes on to its end. Safe from any thread. */
  public void stop() {
    stopped = true;
  }

  /** Ends the run under way in order; the faults that it leaves out count as unknown. */
  public void end() {
    stop();
    runs.execution().interrupt();
  }
}
