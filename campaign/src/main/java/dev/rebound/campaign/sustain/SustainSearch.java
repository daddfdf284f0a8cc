package dev.rebound.campaign.sustain;

import dev.rebound.base.ReboundException;
import dev.rebound.campaign.Campaign;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.TrialRig;
import dev.rebound.lab.runner.TrialTick;
import dev.rebound.lab.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Carries out a search on a rig: warms the job up, then tries the rates that {@link RateSearch}
 * names, each on a job that has worked off what came before. Knows nothing of processes, and lives
 * by a {@link Time} that a test may replace.
 */
public final class SustainSearch implements Campaign<Double, Trial> {
  private static final Duration LOOK = Duration.ofMillis(100);
  private static final Duration SILENT_LIMIT = Duration.ofSeconds(20);

  /** A backlog of less than so many seconds of load is none. */
  private static final double DRAINED_SECONDS = 0.05;

  /** Hears of the search as it goes, on its thread. */
  public interface SearchListener {
    /** Something that takes a while has begun. */
    void doing(String what);

    /** A trial has ended. */
    void trialEnded(Trial trial, RateSearch.Bracket bracket);
  }

  private final Experiment experiment;
  private final TrialRig rig;
  private final RateSearch search;
  private final SustainJudge judge;
  private final Time time;
  private final BooleanSupplier stop;
  private final SearchListener listener;
  private final List<Trial> trials = new ArrayList<>();

  /**
   * @param stop true once a person wants an end; what was found so far stays
   */
  public SustainSearch(
      Experiment experiment,
      TrialRig rig,
      RateSearch search,
      Time time,
      BooleanSupplier stop,
      SearchListener listener) {
    this.experiment = experiment;
    this.rig = rig;
    this.search = search;
    this.judge = new SustainJudge(experiment.sustain(), experiment.engine().commitInterval());
    this.time = time;
    this.stop = stop;
    this.listener = listener;
  }

  /** Trials until now. */
  public List<Trial> trials() {
    return List.copyOf(trials);
  }

  /**
   * Searches to the end. Returns why it ended early; empty if it did not. Throws {@link
   * ReboundException} if the rig could not start.
   */
  public String run() {
    listener.doing("starting brokers and " + experiment.engine().name());
    try {
      rig.start(experiment.phases().start());
    } catch (ReboundException e) {
      if (stop.getAsBoolean()) {
        return "it was interrupted while it started"; // what was starting ended by the same signal
      }
      throw e;
    }
    long began = time.micros();
    try {
      Campaign.carryOut(this, rate -> onEmptyBacklog(rate, began));
      return "";
    } catch (SearchEnd e) {
      return e.why;
    }
  }

  @Override
  public Optional<Double> next() {
    return search.next();
  }

  @Override
  public void ended(Double rate, Trial trial) {
    trials.add(trial);
    search.tried(rate, trial.judgement().outcome());
    listener.trialEnded(trial, search.bracket());
  }

  private Trial onEmptyBacklog(double rate, long began) {
    if (trials.isEmpty()) {
      warmUp(rate);
    } else {
      drain(trials.get(trials.size() - 1).ratePerSecond());
    }
    return trial(rate, began);
  }

  private void warmUp(double rate) {
    Duration length = experiment.phases().warmup();
    listener.doing(
        String.format(Locale.ROOT, "warming up at %,.0f/s for %d s", rate, length.toSeconds()));
    rig.startLoad(rate);
    long until = time.micros() + experiment.phases().start().toNanos() / 1000;
    while (!rig.outputSeen()) {
      if (time.micros() > until) {
        throw ReboundException.environment(
            "waited " + experiment.phases().start().toSeconds() + " s for the job's first output",
            "See the logs of the search; allow more with phases.start.");
      }
      pause();
    }
    long end = time.micros() + length.toNanos() / 1000;
    while (time.micros() < end) {
      pause();
    }
    rig.stopLoad();
    drain(rate);
  }

  private Trial trial(double rate, long began) {
    double settle = experiment.sustain().settle().toMillis() / 1e3;
    double end = settle + experiment.sustain().window().toMillis() / 1e3;
    listener.doing(String.format(Locale.ROOT, "trying %,.0f/s", rate));
    rig.startLoad(rate);
    double started = (time.micros() - began) / 1e6;
    List<TrialTick> ticks = new ArrayList<>();
    double last = 0;
    boolean hopeless = false;
    long silentSince = time.micros();
    while (last < end && !hopeless) {
      pause();
      Optional<TrialTick> tick = rig.tickAfter(last);
      if (tick.isPresent()) {
        ticks.add(tick.get());
        last = tick.get().seconds();
        hopeless = last > settle && judge.hopeless(rate, tick.get());
        silentSince = time.micros();
      } else if (time.micros() - silentSince > SILENT_LIMIT.toNanos() / 1000) {
        throw new SearchEnd(
            "waited " + SILENT_LIMIT.toSeconds() + " s for a reading of the probes");
      }
    }
    rig.stopLoad();
    List<TrialTick> window =
        hopeless ? ticks : ticks.stream().filter(tick -> tick.seconds() >= settle).toList();
    TrialJudgement judgement = judge.judge(rate, window, hopeless);
    return new Trial(trials.size() + 1, rate, started, settle, List.copyOf(ticks), judgement);
  }

  /** Waits until the job has worked off what it got. */
  private void drain(double rate) {
    Duration limit = experiment.phases().drain().multipliedBy(2);
    long until = time.micros() + limit.toNanos() / 1000;
    double enough = rate * DRAINED_SECONDS + 4.0 * experiment.kafka().partitions();
    double last = Double.NEGATIVE_INFINITY;
    double lag = Double.NaN;
    while (!(lag <= enough)) {
      pause();
      if (time.micros() > until) {
        throw new SearchEnd(
            String.format(
                Locale.ROOT,
                "the job did not work off the backlog of %,.0f/s within %d s; %,.0f records are left",
                rate,
                limit.toSeconds(),
                lag));
      }
      Optional<TrialTick> tick = rig.tickAfter(last);
      if (tick.isPresent()) {
        last = tick.get().seconds();
        lag = tick.get().lagRecords();
      }
    }
  }

  private void pause() {
    time.sleep(LOOK);
    if (stop.getAsBoolean() || Thread.currentThread().isInterrupted()) {
      throw new SearchEnd("it was interrupted");
    }
    rig.broken()
        .ifPresent(
            why -> {
              throw new SearchEnd(why);
            });
  }

  private static final class SearchEnd extends RuntimeException {
    private final String why;

    SearchEnd(String why) {
      super(why);
      this.why = why;
    }
  }
}
