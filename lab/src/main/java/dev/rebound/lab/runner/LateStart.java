package dev.rebound.lab.runner;

import dev.rebound.lab.journal.Entry;
import dev.rebound.lab.journal.Event;
import dev.rebound.lab.journal.Listener;
import dev.rebound.lab.probe.Series;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says during the warm-up whether the run is still busy with its own start: its load generators are
 * behind their schedule, or the job works off what piled up before it was at work. A baseline that
 * begins then tells of the start, and no fault can be seen against it.
 *
 * <p>A frontier age that only grows is no late start but too much load: more time does not help.
 * Hears of ticks on the journal's threads and is asked on the runner's; thread-safe.
 */
final class LateStart implements Listener {
  /** A generator that is later than this is warned of, see {@link JournalFacts}. */
  static final double SLIP_MILLIS = 1000;

  /** Ages below this are no backlog of a start. */
  private static final double AGE_MILLIS = 2000;

  private static final double FALLING = 0.7;
  private static final int TICKS = 5;

  private final Deque<Double> slips = new ArrayDeque<>();
  private final Deque<Double> ages = new ArrayDeque<>();
  private int slipIndex = -1;
  private int ageIndex = -1;

  @Override
  public synchronized void on(Entry entry) {
    Event event = entry.data();
    if (event instanceof Event.SeriesDeclared declared) {
      slipIndex = index(declared.series(), "generator.slip");
      ageIndex = index(declared.series(), "frontier.age");
    } else if (event instanceof Event.Tick tick) {
      keep(slips, value(tick, slipIndex), TICKS);
      keep(ages, value(tick, ageIndex), 2 * TICKS);
    }
  }

  private static int index(List<Series> series, String metric) {
    for (int i = 0; i < series.size(); i++) {
      if (series.get(i).metric().equals(metric) && series.get(i).label().isEmpty()) {
        return i;
      }
    }
    return -1;
  }

  private static @Nullable Double value(Event.Tick tick, int index) {
    Double value = index < 0 || index >= tick.values().size() ? null : tick.values().get(index);
    return value == null || value.isNaN() ? null : value;
  }

  private static void keep(Deque<Double> last, @Nullable Double value, int count) {
    if (value == null) {
      return;
    }
    last.addLast(value);
    if (last.size() > count) {
      last.removeFirst();
    }
  }

  /** What the start has left to do; empty if nothing is known to be left. */
  synchronized Optional<String> reason() {
    double slip = slips.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (slip > SLIP_MILLIS) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "a load generator was %.1f s behind its schedule a moment ago",
              slip / 1000));
    }
    if (ages.size() < 2 * TICKS) {
      return Optional.empty();
    }
    double before = ages.stream().limit(TICKS).mapToDouble(Double::doubleValue).average().orElse(0);
    double now = ages.stream().skip(TICKS).mapToDouble(Double::doubleValue).average().orElse(0);
    if (before > AGE_MILLIS && now < FALLING * before) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "the job is working off what piled up: frontier age %.1f s, %.1f s before",
              now / 1000,
              before / 1000));
    }
    return Optional.empty();
  }
}
