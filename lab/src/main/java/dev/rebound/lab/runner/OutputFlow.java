package dev.rebound.lab.runner;

import dev.rebound.lab.experiment.Experiment;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * Tells by its outputs alone whether a job that makes its records writes any more. Those that came
 * again count, too, so that as many as are due are no sign by themselves: none may have come for a
 * while since it was last known what is due. Pure; for one thread.
 */
final class OutputFlow {
  /** The least that counts as a while, however soon the job would go on. */
  private static final Duration LEAST = Duration.ofSeconds(20);

  /** What it may take after a death was noticed, or a commit was due, until there is output. */
  private static final Duration SLACK = Duration.ofSeconds(10);

  private Duration quiet;
  private long least = Long.MAX_VALUE;
  private long grewNanos;

  /**
   * @param quiet for how long nothing has come of a job that does no more, see {@link #quiet}
   */
  OutputFlow(Duration quiet, long nowNanos) {
    this.quiet = quiet;
    grewNanos = nowNanos;
  }

  /**
   * For how long nothing has come of a job that does not tell how far it is once it does no more:
   * for longer than one that goes on may be silent. A transaction that is to be aborted is waited
   * for by itself.
   *
   * @param commitInterval of the job, which may write at its commits alone
   * @param noticesWithin how long the engine may take to notice a death
   */
  static Duration quiet(Duration commitInterval, Duration noticesWithin) {
    return Collections.max(List.of(LEAST, commitInterval.plus(SLACK), noticesWithin.plus(SLACK)));
  }

  /** What is to be said beforehand where that is longer than the drain. */
  static List<String> warnings(Experiment experiment, Duration noticesWithin) {
    Duration quiet = quiet(experiment.engine().commitInterval(), noticesWithin);
    Duration drain = experiment.phases().drain();
    boolean closes = Workloads.create(experiment.workload()).shape().closes();
    Duration both = closes ? quiet.plus(LEAST) : quiet;
    return experiment.load().generated()
            && !experiment.faults().isEmpty()
            && drain.compareTo(both) <= 0
        ? List.of(
            "where outputs come again after a fault, all is taken to have come once none came for "
                + quiet.toSeconds()
                + " s"
                + (closes ? ", and states once none came for " + LEAST.toSeconds() + " s more" : "")
                + "; phases.drain is "
                + drain.toSeconds()
                + " s: lengthen phases.drain")
        : List.of();
  }

  /** So many outputs are due in all. */
  void due(long outputs, long nowNanos) {
    least = outputs;
    grewNanos = nowNanos;
  }

  /**
   * So many more were asked for, beside all that were seen by now. Who may be silent for longer has
   * been waited for.
   */
  void asked(long more, long seen, long nowNanos) {
    quiet = LEAST;
    if (least != Long.MAX_VALUE) {
      due(Math.max(least, seen) + more, nowNanos);
    }
  }

  void grew(long nowNanos) {
    grewNanos = nowNanos;
  }

  /** True if nothing came for as long as that. */
  boolean quiet(Duration length, long nowNanos) {
    return nowNanos - grewNanos >= length.toNanos();
  }

  /** True if nothing came for as long as it takes to say that nothing comes any more. */
  boolean quiet(long nowNanos) {
    return quiet(quiet, nowNanos);
  }

  /** True if there are as many as are due, or more, and no more come. */
  boolean over(long seen, long nowNanos) {
    return seen >= least && quiet(nowNanos);
  }
}
