package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Metrics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The phases under load in which a probe was read: of any other nobody knows what the rig did. */
final class ProbedPhases implements JournalListener {
  /** A phase that is shorter may lie between two readings, or miss one. */
  private static final long SHORT_MICROS = 5_000_000;

  /** Without a reading, when each began. */
  private final Map<String, Long> unread = new LinkedHashMap<>();

  private String phase = "";

  @Override
  public void on(Entry entry) {
    Event event = entry.data();
    if (event instanceof Event.PhaseStarted started) {
      phase = started.phase();
      if (Metrics.PHASES.contains(phase)) {
        unread.put(phase, entry.wallMicros());
      }
    } else if (event instanceof Event.PhaseEnded ended) {
      unread.computeIfPresent(
          ended.phase(), (name, since) -> entry.wallMicros() - since < SHORT_MICROS ? null : since);
    } else if (event instanceof Event.Tick) {
      unread.remove(phase);
    }
  }

  /** The doubt of those in which none was read, once all was heard. */
  Optional<Event.DoubtRaised> doubt() {
    return unread.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Event.DoubtRaised.of(
                Doubt.RIG_NOT_FOLLOWED,
                "no probe was read in " + String.join(", ", unread.keySet())));
  }
}
