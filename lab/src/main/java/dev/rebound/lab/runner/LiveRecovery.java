package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.lab.experiment.Shortening;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Judges during a run whether it has recovered: frontier age and lag are back in the band of the
 * baseline, and as many members hold work as before the fault.
 *
 * <p>It only decides when a shortened run goes on; results come from the analysis afterwards, which
 * is finer. So it errs on the side of waiting, but for the records of one commit: a second without
 * a value, or one outside the band, begins the wait anew. Hears of ticks on the journal's threads
 * and is asked on the runner's; thread-safe.
 */
final class LiveRecovery implements JournalListener {
  /** The band is wider than what the few seconds of a baseline happened to show. */
  private static final double BAND_FACTOR = 1.25;

  private static final double AGE_MILLIS_SLACK = 500;
  private static final double LAG_SHARE_SLACK = 0.1;
  private static final long SILENCE_MICROS = 3_500_000;
  private static final long ASK_EVERY_MICROS = 500_000;

  private final double lagSlack;
  private final Readings readings = new Readings();
  private String phase = "";
  private double ageMillisMax;
  private double lagMax;
  private long tickMicros;
  private boolean inside;
  private boolean whole;
  private long healedMicros = -1;
  private long backMicros = -1;
  private long faultMicros;
  private long askedMicros;
  private boolean waiting;
  private boolean told;
  private final Map<String, Integer> holders = new HashMap<>();
  private int fault;

  /**
   * @param lagSlack records that arrive from one commit to the next: commits that come in step with
   *     the ticks show a lag in the baseline that is so much too low, and another one after a fault
   */
  LiveRecovery(double lagSlack) {
    this.lagSlack = lagSlack;
  }

  @Override
  public synchronized void on(Entry entry) {
    Event event = entry.data();
    readings.on(event);
    if (event instanceof Event.PhaseStarted started) {
      phase = started.phase();
    } else if (event instanceof Event.FaultStarted started) {
      fault = started.fault();
    } else if (event instanceof Event.Tick tick) {
      tick(tick);
    }
  }

  private void tick(Event.Tick tick) {
    Double age = readings.value("frontier.age");
    Double lag = readings.value("lag");
    if (phase.equals("baseline")) {
      ageMillisMax = age == null ? ageMillisMax : Math.max(ageMillisMax, age);
      lagMax = lag == null ? lagMax : Math.max(lagMax, lag);
    }
    tickMicros = tick.atMicros();
    boolean lagBack =
        !readings.has("lag")
            || (lag != null
                && lag <= lagMax * BAND_FACTOR + LAG_SHARE_SLACK * lagMax + 1 + lagSlack);
    inside = age != null && age <= ageMillisMax * BAND_FACTOR + AGE_MILLIS_SLACK && lagBack;
    if (!inside) {
      backMicros = -1;
    } else if (whole && backMicros < 0) {
      backMicros = tick.atMicros();
    }
  }

  /**
   * A fault was carried out: waits for the recovery from it.
   *
   * @param holders members of the role that held work before it
   */
  synchronized void faulted(String role, int holders) {
    if (told) {
      this.holders.clear();
    }
    // Before the recovery from an earlier fault was complete, fewer hold work than should.
    this.holders.merge(role, holders, Math::max);
    waiting = true;
    whole = false;
    told = false;
    backMicros = -1;
    healedMicros = -1;
    faultMicros = tickMicros;
  }

  /** Whether it is time to say how many members hold work; not more often than it takes. */
  synchronized boolean asks(long nowMicros) {
    if (!waiting || nowMicros - askedMicros < ASK_EVERY_MICROS) {
      return false;
    }
    askedMicros = nowMicros;
    return true;
  }

  /** Roles that were hit and have not recovered. */
  synchronized Set<String> roles() {
    return Set.copyOf(holders.keySet());
  }

  /**
   * Says what the engine and the nemesis know.
   *
   * @param now of each of the {@link #roles}, how many members hold work
   * @param healed whether every victim was healed
   */
  synchronized void holding(Map<String, Integer> now, boolean healed, long nowMicros) {
    healedMicros = healed ? (healedMicros < 0 ? nowMicros : healedMicros) : -1;
    // An engine may leave the work where it went; its victims have had time to come back.
    whole =
        healed
            && (holders.entrySet().stream()
                    .allMatch(role -> now.getOrDefault(role.getKey(), 0) >= role.getValue())
                || nowMicros - healedMicros >= Shortening.REJOINED.toNanos() / 1000);
    if (!whole || nowMicros - tickMicros > SILENCE_MICROS) {
      backMicros = -1;
    }
  }

  /** True once all was back for {@link Shortening#HOLD} and then {@link Shortening#CALM}. */
  synchronized boolean calm(long nowMicros) {
    return waiting && backFor(nowMicros, Shortening.HOLD.plus(Shortening.CALM));
  }

  /** The news that a person may want: the recovery is complete, told once. */
  synchronized Optional<String> news() {
    if (told || !backFor(tickMicros, Shortening.HOLD)) {
      return Optional.empty();
    }
    told = true;
    return Optional.of(
        String.format(
            Locale.ROOT,
            "fault %d: all was back after about %d s; watching the baseline before what comes next",
            fault,
            Math.round((backMicros - faultMicros) / 1e6)));
  }

  private boolean backFor(long nowMicros, Duration length) {
    return backMicros >= 0
        && nowMicros - tickMicros <= SILENCE_MICROS
        && tickMicros - backMicros >= length.toNanos() / 1000;
  }
}
