package dev.rebound.campaign.sustain;

import dev.rebound.analysis.units.Median;
import dev.rebound.lab.experiment.SustainSpec;
import dev.rebound.lab.runner.TrialTick;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Says whether a job sustained a rate, from the seconds of a trial: its backlog did not grow, its
 * latency kept the bound, and the generators did send the rate. Pure.
 *
 * <p>The backlog falls with each commit and grows between commits, so its slope is a median over
 * all pairs of seconds, and growth counts only if it is no chance. Latency is the median of the
 * seconds' 99th percentiles: one bad second does not decide.
 */
public final class SustainJudge {
  /** Fewer seconds than this say nothing. */
  private static final int SECONDS_MIN = 5;

  /** Of the seconds of a trial: of as many backlog must be known, and what was sent. */
  private static final double TOLD_SHARE_MIN = 0.75;

  private static final double SENT_SHARE_MIN = 0.98;
  private static final Duration HOPELESS = Duration.ofSeconds(6);

  private final SustainSpec spec;
  private final Duration commitInterval;

  /**
   * @param commitInterval of the engine: a backlog of so much is none
   */
  public SustainJudge(SustainSpec spec, Duration commitInterval) {
    this.spec = spec;
    this.commitInterval = commitInterval;
  }

  /**
   * Growth of the backlog, as a share of the rate, that counts as none: the tolerance, and at least
   * one commit interval's records over the window. Commits and readings drift against each other,
   * which looks like so much growth.
   */
  public static double backlogShareMax(SustainSpec spec, Duration commitInterval) {
    return Math.max(
        spec.tolerance(), commitInterval.toMillis() / (double) spec.window().toMillis());
  }

  /** True if a trial need not go on: the backlog is many seconds of work. */
  public boolean hopeless(double ratePerSecond, TrialTick tick) {
    double seconds =
        (HOPELESS.toMillis() + 2 * commitInterval.toMillis() + spec.p99().toMillis()) / 1e3;
    return tick.lagRecords() > ratePerSecond * seconds;
  }

  /**
   * Judges a trial.
   *
   * @param window its seconds after it had settled, in time order; of a hopeless trial, all
   * @param cutShort true if it was hopeless
   */
  public TrialJudgement judge(double ratePerSecond, List<TrialTick> window, boolean cutShort) {
    List<TrialTick> seconds =
        window.stream().filter(tick -> Double.isFinite(tick.lagRecords())).toList();
    Slope slope =
        Slope.of(
            seconds.stream().mapToDouble(TrialTick::seconds).toArray(),
            seconds.stream().mapToDouble(TrialTick::lagRecords).toArray());
    double growth = slope.perSecond() / ratePerSecond;
    double sent = mean(window, TrialTick::sentPerSecond) / ratePerSecond;
    double p99 = median(window, TrialTick::p99Millis);
    TrialJudgement figures =
        new TrialJudgement(
            TrialOutcome.UNCLEAR,
            "",
            slope.perSecond(),
            growth,
            sent,
            p99,
            mean(window, TrialTick::outputPerSecond),
            mean(window, TrialTick::cpuShare));
    if (cutShort) {
      double last = seconds.isEmpty() ? 0 : seconds.get(seconds.size() - 1).lagRecords();
      return figures.say(
          TrialOutcome.NOT_SUSTAINED,
          "the backlog reached %.1f s of load; not watched further",
          last / ratePerSecond);
    }
    double enough = Math.max(SECONDS_MIN, TOLD_SHARE_MIN * window.size());
    if (seconds.size() < enough) {
      return figures.say(
          TrialOutcome.UNCLEAR, "only %d seconds in which the backlog is known", seconds.size());
    }
    if (Double.isNaN(p99)) {
      return figures.say(TrialOutcome.NOT_SUSTAINED, "no output came");
    }
    boolean grows = growth > backlogShareMax(spec, commitInterval);
    if (grows && slope.rising()) {
      return figures.say(
          TrialOutcome.NOT_SUSTAINED,
          "the backlog grows by %,.0f records/s (%.1f %% of the rate)",
          slope.perSecond(),
          100 * growth);
    }
    if (p99 > spec.p99().toMillis()) {
      return figures.say(
          TrialOutcome.NOT_SUSTAINED, "p99 is %,.0f ms, above %,d ms", p99, spec.p99().toMillis());
    }
    long told = window.stream().filter(tick -> Double.isFinite(tick.sentPerSecond())).count();
    if (told < enough) {
      return figures.say(
          TrialOutcome.UNCLEAR, "only %d seconds in which it is known what was sent", told);
    }
    if (sent < SENT_SHARE_MIN) {
      return figures.say(
          TrialOutcome.RIG_LIMIT, "the generators sent %.1f %% of what was due", 100 * sent);
    }
    if (grows) {
      return figures.say(
          TrialOutcome.UNCLEAR,
          "the backlog moves by %.1f %% of the rate, and that may be chance",
          100 * growth);
    }
    return figures.say(
        TrialOutcome.SUSTAINED,
        "backlog %+.1f %% of the rate, p99 %,.0f ms%s",
        100 * growth,
        p99,
        beyond(window));
  }

  /** The seconds that a median hides: those above the bound, and those without any output. */
  private String beyond(List<TrialTick> window) {
    long within = window.stream().filter(tick -> tick.p99Millis() <= spec.p99().toMillis()).count();
    return within == window.size()
        ? ""
        : String.format(
            Locale.ROOT,
            ", not shown to be below %,d ms in %d of %d seconds",
            spec.p99().toMillis(),
            window.size() - within,
            window.size());
  }

  private static double mean(List<TrialTick> ticks, ToDoubleFunction<TrialTick> of) {
    return ticks.stream().mapToDouble(of).filter(Double::isFinite).average().orElse(Double.NaN);
  }

  private static double median(List<TrialTick> ticks, ToDoubleFunction<TrialTick> of) {
    return Median.of(ticks.stream().mapToDouble(of).filter(Double::isFinite).toArray());
  }
}
