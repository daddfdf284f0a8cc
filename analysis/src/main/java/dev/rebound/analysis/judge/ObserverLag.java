package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.units.Words;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How far the observer is behind, in seconds of output: what it receives late looks late. One that
 * says nothing is behind, too.
 */
final class ObserverLag {
  private static final String LAG = "observer.lag";

  /** Seconds of output that it may be behind. */
  private static final double SECONDS = 1;

  /** Fewer records are on their way at any moment. */
  private static final double RECORDS_LEAST = 50;

  /** What is much where nobody knows the rate. */
  private static final double RECORDS_UNRATED = 20_000;

  /** A look at one moment shows a batch that was just committed. */
  private static final int TICKS = 3;

  private final Map<Doubt.DoubtPlace, Behind> most = new LinkedHashMap<>();
  private double outputs;
  private long rated;
  private boolean heard;
  private int ticks;
  private long lastHeard;

  /** The worst of a phase; seconds of silence are 0 where it spoke. */
  private record Behind(double records, double seconds, double silent) {
    Behind or(Behind other) {
      return new Behind(
          Math.max(records, other.records),
          Math.max(seconds, other.seconds),
          Math.max(silent, other.silent));
    }
  }

  /** Takes a second under load. */
  void tick(Event.Tick tick, Readings readings, Doubt.DoubtPlace where) {
    if (!readings.has(LAG)) {
      return;
    }
    Double grown = readings.value("output.rate");
    if (grown != null) {
      outputs += grown;
      rated++;
    }
    Double behind = readings.value(LAG);
    if (behind == null) {
      ticks = 0;
      // A database that is broken on purpose keeps whoever asks it waiting.
      if (heard && !readings.has("requests.accepted")) {
        double silent = (tick.atMicros() - lastHeard) / 1e6;
        most.merge(where, new Behind(0, 0, silent), Behind::or);
      }
      return;
    }
    heard = true;
    lastHeard = tick.atMicros();
    ticks = behind > limit() ? ticks + 1 : 0;
    if (ticks >= TICKS) {
      most.merge(where, new Behind(behind, behind / usual(), 0), Behind::or);
    }
  }

  private double limit() {
    return rated == 0 ? RECORDS_UNRATED : Math.max(RECORDS_LEAST, SECONDS * usual());
  }

  /** Outputs of a usual second: those of all seconds until now. */
  private double usual() {
    return outputs / rated;
  }

  /** In words, by where it was. */
  Map<Doubt.DoubtPlace, String> told() {
    Map<Doubt.DoubtPlace, String> told = new LinkedHashMap<>();
    most.forEach((where, behind) -> told.put(where, words(behind) + " in phase " + where.phase()));
    return told;
  }

  private static String words(Behind behind) {
    if (behind.records == 0) {
      return Words.text("the observer said nothing for %.1f s", behind.silent);
    }
    String seconds =
        Double.isFinite(behind.seconds)
            ? Words.text(", which are %.1f s of output,", behind.seconds)
            : "";
    return "the observer was %s records behind%s for several seconds%s"
        .formatted(
            Math.round(behind.records),
            seconds,
            behind.silent == 0 ? "" : Words.text(", and said nothing for %.1f s,", behind.silent));
  }
}
