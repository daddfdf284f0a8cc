package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.Series;
import dev.rebound.workload.Workload;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Says during the warm-up whether the run is still busy with its own start: its load generators are
 * behind their schedule, or the job is behind the load, as it was not at work when that began, or
 * the rig's own cores are full. A baseline that begins then tells of the start, and no fault can be
 * seen against it.
 *
 * <p>The job is behind by the frontier age, less what the job has every record wait ({@link
 * Workload#waitMillisMin}). Where windows end for all records at once ({@link
 * Workload#outputsEveryMillis}), the age rises by a window's length from one end to the next,
 * however fast the job is, so that the least age of a whole window tells. Before there were ages
 * for so long, one small age tells that a window came in time, and ages too great for every phase
 * of a window tell that the job is behind. Between these it cannot be told: the warm-up goes on as
 * if the job were behind, but at its end that is no doubt.
 *
 * <p>Hears of ticks on the journal's threads and is asked on the runner's; thread-safe.
 */
public final class LateStart implements JournalListener {
  /** A generator that is later than this is warned of, see {@link JournalFacts}. */
  static final double SLIP_MILLIS = 1000;

  private static final double AGE_MILLIS = 2000;
  private static final int TICKS = 5;

  /** Of the rig's cores, over so many ticks: one dip between does not say that it is over. */
  private static final double RIG_SHARE = 0.9;

  private static final int RIG_TICKS = 10;

  private static final int OUTRUN_TICKS = 30;
  private static final double OUTRUN_RISE = 0.1;

  /** Two ticks: with them, the first and the last that are kept are a window apart or more. */
  private static final long SPARE_MICROS = 2_000_000;

  /**
   * An age that rises by so much more than time goes on, and than a value may be old, is that of a
   * lane that had no output before: what the others showed until then does not tell of it.
   */
  private static final double JUMP_MILLIS = 4000;

  private final Readings readings = new Readings();
  private final Deque<Double> slips = new ArrayDeque<>();
  private final Deque<Double> ages = new ArrayDeque<>();
  private final Deque<Double> rigShares = new ArrayDeque<>();

  /** Of the last ticks that have one; none where windows end for all records at once. */
  private final Deque<AgeTick> lateAges = new ArrayDeque<>();

  /** Those of a whole window and a little more; none where there are no such windows. */
  private final Deque<AgeTick> windowAges = new ArrayDeque<>();

  private final double behindMillisMax;
  private final long waitMillisMin;
  private final long outputsEveryMillis;

  private record AgeTick(long atMicros, double millis) {}

  /**
   * What the start has left to do.
   *
   * @param judged false if it may have nothing left, which cannot be told yet
   */
  public record Reason(String why, boolean judged) {}

  /**
   * @param batchMillis interval at which output becomes visible in batches; 0 if it does not
   * @param waitMillisMin see {@link Workload#waitMillisMin}
   * @param outputsEveryMillis see {@link Workload#outputsEveryMillis}
   */
  public LateStart(long batchMillis, long waitMillisMin, long outputsEveryMillis) {
    this.behindMillisMax = AGE_MILLIS + 2 * batchMillis;
    this.waitMillisMin = waitMillisMin;
    this.outputsEveryMillis = outputsEveryMillis;
  }

  @Override
  public synchronized void on(Entry entry) {
    readings.on(entry.data());
    if (entry.data() instanceof Event.Tick tick) {
      keep(slips, readings.value("generator.slip"), TICKS);
      keep(rigShares, readings.value(Series.RIG_CPU), RIG_TICKS);
      Double age = readings.value("frontier.age");
      keep(ages, age, TICKS);
      if (age != null && outputsEveryMillis > 0) {
        keepForAWindow(new AgeTick(tick.atMicros(), age));
      } else if (age != null) {
        lateAges.addLast(new AgeTick(tick.atMicros(), age));
        while (lateAges.size() > OUTRUN_TICKS) {
          lateAges.removeFirst();
        }
      }
    }
  }

  private static void keep(Deque<Double> last, @Nullable Double value, int ticks) {
    if (value == null) {
      return;
    }
    last.addLast(value);
    if (last.size() > ticks) {
      last.removeFirst();
    }
  }

  private void keepForAWindow(AgeTick newest) {
    AgeTick last = windowAges.peekLast();
    if (last != null && newest.millis() - last.millis() > millisAfter(last, newest) + JUMP_MILLIS) {
      windowAges.clear();
    }
    windowAges.addLast(newest);
    long since = newest.atMicros() - 1000 * outputsEveryMillis - SPARE_MICROS;
    while (windowAges.getFirst().atMicros() < since) {
      windowAges.removeFirst();
    }
  }

  private static double millisAfter(AgeTick one, AgeTick other) {
    return (other.atMicros() - one.atMicros()) / 1e3;
  }

  /**
   * Tells what the start has left to do by what was heard; empty if nothing is known to be left.
   */
  public synchronized Optional<Reason> reason() {
    double slip = slips.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    if (slip > SLIP_MILLIS) {
      return Optional.of(
          new Reason(
              Words.text(
                  "a load generator was %.1f s behind its schedule a moment ago", slip / 1000),
              true));
    }
    double age = mean(ages);
    double surelyBehind = age - waitMillisMin - outputsEveryMillis;
    double leastAge = windowAges.stream().mapToDouble(AgeTick::millis).min().orElse(0);
    double leastBehind = leastAge - waitMillisMin;
    double known = isWindowWhole() ? Math.max(surelyBehind, leastBehind) : surelyBehind;
    if (known > behindMillisMax) {
      return Optional.of(behind(known));
    }
    if (leastBehind > behindMillisMax) {
      return Optional.of(notToldYet());
    }
    double rig = mean(rigShares);
    return rig > RIG_SHARE ? Optional.of(rigFull(rig)) : Optional.empty();
  }

  /**
   * The share of the load that the job takes, where it has fallen farther and farther behind: in
   * half a minute of ticks by a tenth of the time or more, in their first half as in their second;
   * empty if it has not, or that is not known.
   */
  public synchronized OptionalDouble outrun() {
    if (lateAges.size() < OUTRUN_TICKS || lateAges.getLast().millis() <= behindMillisMax) {
      return OptionalDouble.empty();
    }
    List<AgeTick> all = List.copyOf(lateAges);
    AgeTick middle = all.get(all.size() / 2);
    double least = Math.min(rise(all.get(0), middle), rise(middle, all.get(all.size() - 1)));
    return least < OUTRUN_RISE
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.max(0, 1 - rise(all.get(0), all.get(all.size() - 1))));
  }

  /** By how much the age rose, of the time between. */
  private static double rise(AgeTick one, AgeTick other) {
    return (other.millis() - one.millis()) / Math.max(1, millisAfter(one, other));
  }

  private static double mean(Deque<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  private boolean isWindowWhole() {
    return !windowAges.isEmpty()
        && windowAges.getLast().atMicros() - windowAges.getFirst().atMicros()
            >= 1000 * outputsEveryMillis;
  }

  private Reason behind(double millis) {
    String measured =
        waitMillisMin + outputsEveryMillis == 0
            ? "frontier age"
            : "frontier age, less what windows have records wait";
    return new Reason(
        Words.text("the job is %.1f s behind the load (%s)", millis / 1000, measured), true);
  }

  private static Reason rigFull(double share) {
    return new Reason(
        Words.text(
            "%.0f %% of the rig's cores were in use a moment ago, as while programs are compiled",
            100 * share),
        false);
  }

  private Reason notToldYet() {
    return new Reason(
        Words.text(
            "whether the job is behind the load could not be told: no window came in time yet, and"
                + " they are %.1f s long",
            outputsEveryMillis / 1000.0),
        false);
  }
}
