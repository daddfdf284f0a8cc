package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Ends the load of a run, and waits until all of its output has come.
 *
 * @param interrupted asked often; true leaves it little time
 * @param closes whether the job reads out its final states when asked
 */
record DrainPhase(
    Rig rig,
    Nemesis nemesis,
    Journal journal,
    Time time,
    BooleanSupplier interrupted,
    boolean closes) {
  /** How long it takes at most where the run has ended early. */
  static final Duration SHORT = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(200);
  private static final int STEADY_LOOKS = 3;

  /**
   * Drains and closes within one limit; closing alone may take a little longer than it.
   *
   * @return whether all of the output has come
   */
  boolean drain(Duration limit) {
    long end = time.micros() + Time.micros(limit);
    rig.stopLoad(Deadline.after(limit));
    if (!awaitOutput(end, limit, true)) {
      return false;
    }
    if (rig.broken().isPresent() || !closes) {
      return true;
    }
    end = Math.max(end, time.micros() + Time.micros(SHORT));
    rig.closingRound(1, Deadline.after(Duration.ofNanos((end - time.micros()) * 1000)));
    return awaitOutput(end, limit, false);
  }

  /**
   * Waits until everything has come; what is asked for or broken meanwhile leaves it little time.
   *
   * @param members whether it waits for victims that are to return, too: they may have something to
   *     deliver once more
   */
  private boolean awaitOutput(long endMicros, Duration limit, boolean members) {
    long end = endMicros;
    boolean cut = cut();
    int steady = 0;
    Optional<String> missing = Optional.of("not looked yet");
    Optional<String> away = Optional.empty();
    while (time.micros() < end) {
      if (!cut && cut()) {
        cut = true;
        end = Math.min(end, time.micros() + Time.micros(SHORT));
      }
      missing = rig.undrained();
      away = members && !cut ? nemesis.missing() : Optional.empty();
      steady = missing.isEmpty() ? steady + 1 : 0;
      boolean mayRepeat = members && !cut && time.micros() < calmMicros();
      if (steady >= STEADY_LOOKS && away.isEmpty() && !mayRepeat) {
        return true;
      }
      time.sleep(LOOK);
    }
    if (steady >= STEADY_LOOKS) {
      away.ifPresent(this::notBack);
      return true;
    }
    journal.append(
        Event.DoubtRaised.of(
            Doubt.NOT_DRAINED,
            "the output was not complete "
                + (cut ? "when the run ended early: " : "within " + limit.toSeconds() + " s: ")
                + missing.orElse("it was not steady")));
    return false;
  }

  /** From when on no fault makes outputs come again that had come. */
  private long calmMicros() {
    long last = nemesis.lastActMicros();
    return last == Long.MIN_VALUE ? last : last + Time.micros(rig.repeatsWithin());
  }

  private boolean cut() {
    return interrupted.getAsBoolean() || rig.broken().isPresent();
  }

  private void notBack(String what) {
    journal.append(
        Event.DoubtRaised.of(
            Doubt.NOT_HEALED, "the drain ended, and a victim was not back at work: " + what));
  }
}
