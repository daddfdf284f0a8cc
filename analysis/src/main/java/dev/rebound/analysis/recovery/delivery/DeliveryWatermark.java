package dev.rebound.analysis.recovery.delivery;

import dev.rebound.analysis.recovery.lanes.AppearanceTimes;
import dev.rebound.analysis.recovery.lanes.Estimate;
import dev.rebound.analysis.recovery.lanes.LaneCounts;
import dev.rebound.analysis.recovery.lanes.RunTimes;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.recovery.latency.LatencyCount;
import dev.rebound.analysis.units.Bisection;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.LargeArrays;
import java.util.ArrayList;
import java.util.List;

/**
 * The frontier age over time: for how long the oldest input that is not delivered has been due,
 * over all input partitions. Followed exactly, from output to output.
 *
 * <p>An input is delivered when all its outputs have appeared. Where nothing is outstanding the age
 * is 0. An output that never appears although later inputs of its partition were delivered is lost,
 * which is a finding of its own; it does not hold the frontier, or every later recovery would seem
 * to last forever. An input that nothing overtakes holds it to the end.
 *
 * <p>The band is what the baseline was inside of for 99 % of its time, plus one rhythm. Memory: 24
 * bytes for each input that was delivered later than the baseline's age was at its best moments (5
 * % of its time) and one rhythm.
 */
public final class DeliveryWatermark {
  /** A baseline whose worst moment was farther out than so many bands is no baseline. */
  private static final double UNEVEN = 2;

  /** The share of the baseline's time in which nothing counts as late: its quietest. */
  private static final double QUIETEST = 0.25;

  /** Outputs that were committed at one moment do not reach their reader at one moment. */
  private static final long SPREAD_MICROS = 20_000;

  private final DueTable outputs;
  private final AppearanceTimes times;
  private final AppearanceTimes done;
  private final LaneCounts grid;
  private final long rhythmMicros;
  private final long stepMicros;
  private final WatermarkAges ages = new WatermarkAges();
  private final double[] stepAgeMillis;
  private final LatencyCount delays = new LatencyCount();
  private final LateIntervals perhapsLate = new LateIntervals();
  private final LateIntervals surelyLate = new LateIntervals();
  private long leastMicros = Long.MAX_VALUE;

  /** Ages up to this are not kept: they are as usual. */
  private final long keepMicros;

  private final LargeArrays.Longs froms = new LargeArrays.Longs();
  private final LargeArrays.Longs untils = new LargeArrays.Longs();
  private final LargeArrays.Longs dues = new LargeArrays.Longs();

  /**
   * @param times when outputs are there
   * @param done when they were appended for good; the same where nothing is transactional
   * @param undisturbed its inputs that no fault reached back to
   */
  public DeliveryWatermark(
      DueTable outputs,
      AppearanceTimes times,
      AppearanceTimes done,
      LaneCounts grid,
      RunTimes run,
      TimeRange undisturbed,
      long rhythmMicros) {
    this.outputs = outputs;
    this.times = times;
    this.done = done;
    this.grid = grid;
    this.rhythmMicros = rhythmMicros;
    this.stepMicros = run.stepMicros();
    TimeRange baseline = run.baseline();
    this.stepAgeMillis =
        new double[(int) ((grid.endMicros() - grid.startMicros()) / stepMicros) + 1];
    follow(
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        (from, until, due) -> {
          ages.add(from, until, due, baseline);
          draw(from, until, due);
        },
        (due, doneMicros, thereMicros) -> {
          if (undisturbed.contains(due)) {
            leastMicros = Math.min(leastMicros, doneMicros - due);
            delays.add(doneMicros - due, 1000);
          }
        });
    ages.end(baseline);
    keepMicros = ages.quantileMicros(0.05) + rhythmMicros;
    long late = lateMicros();
    long sure = sureMicros();
    follow(
        Long.MIN_VALUE,
        Long.MAX_VALUE,
        (from, until, due) -> {
          if (until - due > keepMicros) {
            froms.add(Math.max(from, due + keepMicros));
            untils.add(until);
            dues.add(due);
          }
        },
        (due, doneMicros, thereMicros) -> {
          if (doneMicros - due > late) {
            perhapsLate.add(due + late, thereMicros);
          }
          if (doneMicros - due > sure) {
            surelyLate.add(due + sure, thereMicros);
          }
        });
  }

  /** A time in which one input was the oldest that had not been delivered. */
  @FunctionalInterface
  public interface OldestInputSink {
    void oldest(long fromMicros, long untilMicros, long dueMicros);
  }

  /** Hears when an input that was due at a time was processed, and was there. */
  @FunctionalInterface
  private interface DeliveryListener {
    void delivered(long dueMicros, long doneMicros, long thereMicros);
  }

  /**
   * Since when everything that had not been delivered by a time was due, or a little earlier: what
   * was due before is of no more concern then.
   */
  public long openSince(long atMicros) {
    return atMicros - Math.max(keepMicros, ageMicros(atMicros));
  }

  /** Tells again of every such time between two moments, in order; it may reach beyond them. */
  public void trace(long fromMicros, long untilMicros, OldestInputSink sink) {
    follow(openSince(fromMicros), untilMicros, sink, (due, doneMicros, thereMicros) -> {});
  }

  /** Walks the inputs of all strands that were due between two moments, in that order. */
  private void follow(
      long fromMicros, long untilMicros, OldestInputSink sink, DeliveryListener delivery) {
    List<DueInputWalk> walks = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    for (int strand = 0; strand < outputs.strands(); strand++) {
      DueInputWalk walk = outputs.walk(strand, fromMicros);
      if (walk != null) {
        walks.add(walk);
        numbers.add(strand);
      }
    }
    long reached = Long.MIN_VALUE;
    while (!walks.isEmpty()) {
      int first = 0;
      for (int i = 1; i < walks.size(); i++) {
        first = walks.get(i).dueMicros() < walks.get(first).dueMicros() ? i : first;
      }
      DueInputWalk input = walks.get(first);
      long due = input.dueMicros();
      if (due >= untilMicros) {
        return;
      }
      long completed = grid.completedMicros(times, numbers.get(first), input);
      if (completed > Long.MIN_VALUE) {
        long processed =
            done == times ? completed : grid.completedMicros(done, numbers.get(first), input);
        delivery.delivered(due, processed, completed);
      }
      if (completed > reached) {
        long from = Math.max(reached, due);
        if (from < completed) {
          sink.oldest(from, completed, due);
        }
        reached = completed;
      }
      if (!input.next()) {
        walks.remove(first);
        numbers.remove(first);
      }
    }
  }

  private void draw(long from, long until, long due) {
    int last = step(until);
    for (int s = step(from); s <= last; s++) {
      long end = Math.min(until, grid.startMicros() + (s + 1) * stepMicros);
      stepAgeMillis[s] = Math.max(stepAgeMillis[s], (end - due) / 1000.0);
    }
  }

  private int step(long micros) {
    return (int)
        Math.max(0, Math.min(stepAgeMillis.length - 1, (micros - grid.startMicros()) / stepMicros));
  }

  /** Greatest frontier age within a step, counted from the grid's start, milliseconds. */
  public double ageMillis(int step) {
    return step < stepAgeMillis.length ? stepAgeMillis[step] : 0;
  }

  /** True if there was a baseline to take the band from. */
  public boolean hasBaseline() {
    return ages.any();
  }

  /** The band's upper end. */
  public long bandMicros() {
    return ages.quantileMicros(0.99) + rhythmMicros;
  }

  /**
   * An input that was processed later than it would have been by more than one rhythm took longer;
   * so did one that took longer than the baseline's age was in its quietest part, where delays
   * differ by more than a rhythm: else something would be late at any moment, and nothing ever
   * over.
   */
  private long lateMicros() {
    return delays.count() == 0
        ? rhythmMicros
        : Math.max(leastLateMicros(), ages.quantileMicros(QUIETEST));
  }

  private long leastLateMicros() {
    return Math.max(0, leastMicros) + rhythmMicros;
  }

  /** How much later something may have come, unseen among delays that differ so much. */
  public long unseenMicros() {
    return delays.count() == 0 ? 0 : lateMicros() - leastLateMicros();
  }

  /** Nearly nothing that takes longer would have come within one rhythm of that. */
  private long sureMicros() {
    return delays.count() == 0
        ? bandMicros()
        : Math.round(delays.percentileMillis(99.9) * 1000) + rhythmMicros;
  }

  /** True if the baseline itself was much later at times than the band allows. */
  public boolean uneven() {
    return ages.maxMicros() > UNEVEN * bandMicros();
  }

  /** The age at a moment; 0 if it was as usual then. */
  public long ageMicros(long atMicros) {
    long i = firstEndingAfter(atMicros);
    return i < untils.size() && froms.get(i) <= atMicros ? atMicros - dues.get(i) : 0;
  }

  public long rhythmMicros() {
    return rhythmMicros;
  }

  /** The greatest age in the baseline. */
  public long worstMicros() {
    return ages.maxMicros();
  }

  /**
   * The stretches between two times in which the age was outside of the band for longer than one
   * rhythm, or something was surely late for so long. Their ends reach from when all that was
   * surely late was there to when all was that may have been.
   */
  public List<UncertainInterval> excesses(long fromMicros, long untilMicros) {
    List<UncertainInterval> wide = lasting(runs(bandMicros(), fromMicros, untilMicros));
    List<UncertainInterval> sure = surelyLate.between(fromMicros, untilMicros);
    List<UncertainInterval> late = perhapsLate.between(fromMicros, untilMicros);
    List<UncertainInterval> found = new ArrayList<>();
    long unseen = unseenMicros();
    for (UncertainInterval run : LateIntervals.union(wide, lasting(sure), untilMicros)) {
      long low = run.start();
      for (UncertainInterval inner : sure) {
        low = inner.end() <= run.end() ? Math.max(low, inner.end()) : low;
      }
      long end = Math.max(low, endAround(run.end(), run.end(), late));
      Estimate ended =
          run.open()
              ? new Estimate(run.end(), run.end(), end + SPREAD_MICROS + unseen)
              : new Estimate(low, Math.max(low, run.end()), end + SPREAD_MICROS + unseen);
      found.add(new UncertainInterval(-1, run.began(), ended, run.open()));
    }
    return found;
  }

  private List<UncertainInterval> lasting(List<UncertainInterval> runs) {
    return runs.stream().filter(run -> run.micros() > rhythmMicros).toList();
  }

  /**
   * Until when anything may have been late by more than one rhythm, of what became so before a
   * time; {@code fromMicros} if nothing was.
   */
  public long lateUntil(long fromMicros, long beganMicros, long untilMicros) {
    return endAround(fromMicros, beganMicros, perhapsLate.between(fromMicros, untilMicros));
  }

  /**
   * The end of the runs that follow one another without a pause from a time on, or begin before
   * another one.
   */
  private static long endAround(long micros, long beganMicros, List<UncertainInterval> runs) {
    long end = micros;
    for (UncertainInterval run : runs) {
      if (run.start() <= Math.max(beganMicros, end + SPREAD_MICROS)) {
        end = Math.max(end, run.end());
      }
    }
    return end;
  }

  /** The times in which the age was above a limit. */
  private List<UncertainInterval> runs(long limitMicros, long fromMicros, long untilMicros) {
    LateIntervals runs = new LateIntervals();
    for (long i = firstEndingAfter(fromMicros);
        i < untils.size() && froms.get(i) < untilMicros;
        i++) {
      long from = Math.max(Math.max(froms.get(i), dues.get(i) + limitMicros), fromMicros);
      long until = Math.min(untils.get(i), untilMicros);
      if (from < until) {
        runs.add(from, until);
      }
    }
    return runs.between(fromMicros, untilMicros);
  }

  /** Segments are in order of time. */
  private long firstEndingAfter(long micros) {
    return Bisection.first(0, untils.size(), i -> untils.get(i) > micros);
  }
}
