package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.lab.journal.Journal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says during the warm-up whether the run is still busy with its own start: its load generators are
 * behind their schedule, or the job is behind the load, as it was not at work when that began. A
 * baseline that begins then tells of the start, and no fault can be seen against it.
 *
 * <p>Hears of ticks on the journal's threads and is asked on the runner's; thread-safe.
 */
final class LateStart implements JournalListener {
  /** A generator that is later than this is warned of, see {@link JournalFacts}. */
  static final double SLIP_MILLIS = 1000;

  private static final double AGE_MILLIS = 2000;
  private static final int TICKS = 5;

  private final Deque<Double> slips = new ArrayDeque<>();
  private final Deque<Double> ages = new ArrayDeque<>();
  private final double ageMillisMax;
  private int slipIndex = -1;
  private int ageIndex = -1;

  /**
   * @param batchMillis interval at which output becomes visible in batches; 0 if it does not
   * @param waitMillis how long records wait by what the job computes, as for the end of a window
   */
  LateStart(long batchMillis, long waitMillis) {
    this.ageMillisMax = AGE_MILLIS + 2 * batchMillis + waitMillis;
  }

  @Override
  public synchronized void on(Entry entry) {
    Event event = entry.data();
    if (event instanceof Event.SeriesDeclared declared) {
      slipIndex = LiveRecovery.index(declared.series(), "generator.slip");
      ageIndex = LiveRecovery.index(declared.series(), "frontier.age");
    } else if (event instanceof Event.Tick tick) {
      keep(slips, LiveRecovery.value(tick, slipIndex));
      keep(ages, LiveRecovery.value(tick, ageIndex));
    }
  }

  private static void keep(Deque<Double> last, @Nullable Double value) {
    if (value == null) {
      return;
    }
    last.addLast(value);
    if (last.size() > TICKS) {
      last.removeFirst();
    }
  }

  /**
   * Tells what the start has left to do, as far as the journal has come; empty if nothing is known
   * to be left.
   *
   * @param journal that this listens to
   */
  Optional<String> reason(Journal journal) {
    return journal.settle(this)
        ? reason()
        : Optional.of("how far load and job are behind was not worked out in time");
  }

  /**
   * Tells what the start has left to do by what was heard; empty if nothing is known to be left.
   */
  synchronized Optional<String> reason() {
    double slip = slips.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (slip > SLIP_MILLIS) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "a load generator was %.1f s behind its schedule a moment ago",
              slip / 1000));
    }
    double age = ages.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    if (age > ageMillisMax) {
      return Optional.of(
          String.format(
              Locale.ROOT, "the job is %.1f s behind the load (frontier age)", age / 1000));
    }
    return Optional.empty();
  }
}
