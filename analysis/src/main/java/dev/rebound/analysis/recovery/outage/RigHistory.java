package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.units.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rig's own doings at a moment, by its samples: whether something else than a fault faltered.
 */
public final class RigHistory {
  private static final double SLIP_MILLIS = 100;
  private static final double STEAL = 0.2;
  private static final double BUSY = 0.95;
  private static final double SLOW = 0.6;
  private static final long GAP_MICROS = 1_800_000;
  private static final long AROUND_MICROS = 1_000_000;

  /**
   * Seconds of output that the observer may be behind; less than so many are always on their way.
   */
  private static final double LAG_SECONDS = 1;

  private static final double LAG_LEAST = 50;

  private final List<RigSample> samples;
  private final double speed;
  private final double lagOutputs;
  private final long heardMicros;

  /**
   * @param baseline when the machine's usual speed is taken
   * @param outputsPerSecond of the load
   */
  public RigHistory(List<RigSample> samples, TimeRange baseline, double outputsPerSecond) {
    this.samples = samples;
    this.lagOutputs = Math.max(LAG_LEAST, LAG_SECONDS * outputsPerSecond);
    this.heardMicros =
        samples.stream()
            .filter(s -> Double.isFinite(s.observerLag()))
            .mapToLong(RigSample::atMicros)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    double[] speeds =
        samples.stream()
            .filter(s -> baseline.contains(s.atMicros()))
            .mapToDouble(RigSample::hostSpeed)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    this.speed = speeds.length == 0 ? Double.NaN : speeds[speeds.length / 2];
  }

  /** Why no time of this run can be relied on: the wall clock was set. Empty if it was not. */
  public Optional<String> clockStep() {
    long step = RigSample.clockStepMicros(samples);
    return step == 0
        ? Optional.empty()
        : Optional.of(Words.text("the wall clock was set by %.2f s during the run", step / 1e6));
  }

  /** Greatest lateness of a generator by its own fault in a stretch of time, milliseconds. */
  public long slipMillis(long fromMicros, long untilMicros) {
    double slip = 0;
    for (RigSample s : between(fromMicros, untilMicros + AROUND_MICROS)) {
      slip = Double.isFinite(s.slipMillis()) ? Math.max(slip, s.slipMillis()) : slip;
    }
    return (long) Math.ceil(slip);
  }

  /** True if the observer was far behind in a stretch of time, or said nothing of it. */
  public boolean observerLagged(long fromMicros, long untilMicros) {
    return between(fromMicros, untilMicros + AROUND_MICROS).stream()
        .anyMatch(
            s ->
                s.observerLag() > lagOutputs
                    || (Double.isNaN(s.observerLag()) && s.atMicros() > heardMicros));
  }

  /** True if the whole machine, and not the subject alone, stood still in a stretch of time. */
  public boolean faltered(long fromMicros, long untilMicros) {
    return !faltering(fromMicros, untilMicros, false).isEmpty();
  }

  /**
   * True if the machine itself faltered for at least half of a stretch of time: a missed reading or
   * a moment of lateness explains no long one.
   */
  public boolean explains(long fromMicros, long untilMicros) {
    List<RigSample> around = between(fromMicros - AROUND_MICROS, untilMicros + AROUND_MICROS);
    long still = 0;
    long slip = 0;
    for (int i = 1; i < around.size(); i++) {
      RigSample s = around.get(i);
      long length = s.atMicros() - around.get(i - 1).atMicros();
      boolean slow = s.steal() > STEAL || s.hostSpeed() < SLOW * speed;
      still += slow || length > GAP_MICROS ? length : 0;
      slip = Math.max(slip, Math.round(finite(s.slipMillis()) * 1000));
    }
    return Math.max(still, slip) * 2 >= untilMicros - fromMicros;
  }

  /** Names what faltered in a stretch of time, in words; empty if nothing is known to have. */
  public String what(long fromMicros, long untilMicros) {
    return String.join(", ", faltering(fromMicros, untilMicros, true));
  }

  private List<String> faltering(long fromMicros, long untilMicros, boolean busyToo) {
    List<RigSample> around = between(fromMicros - AROUND_MICROS, untilMicros + 2 * AROUND_MICROS);
    List<String> found = new ArrayList<>();
    double slip = 0;
    double steal = 0;
    double busy = 0;
    double least = Double.POSITIVE_INFINITY;
    long gap = 0;
    for (int i = 0; i < around.size(); i++) {
      RigSample s = around.get(i);
      slip = Math.max(slip, finite(s.slipMillis()));
      steal = Math.max(steal, finite(s.steal()));
      busy = Math.max(busy, finite(s.hostCpu()));
      least = Double.isFinite(s.hostSpeed()) ? Math.min(least, s.hostSpeed()) : least;
      gap = i == 0 ? gap : Math.max(gap, s.atMicros() - around.get(i - 1).atMicros());
    }
    if (slip > SLIP_MILLIS) {
      found.add(Words.text("a generator was %.0f ms late", slip));
    }
    if (steal > STEAL) {
      found.add(Words.text("%.0f %% of the CPU was stolen", steal * 100));
    }
    if (gap > GAP_MICROS) {
      found.add(Words.text("no probe was read for %.1f s", gap / 1e6));
    }
    if (least < SLOW * speed) {
      found.add(Words.text("a core was at %.0f %% of its speed", 100 * least / speed));
    }
    if (busyToo && busy >= BUSY) {
      found.add(Words.text("the machine's CPU was at %.0f %%", busy * 100));
    }
    return found;
  }

  private static double finite(double value) {
    return Double.isFinite(value) ? value : 0;
  }

  private List<RigSample> between(long fromMicros, long untilMicros) {
    return samples.stream()
        .filter(s -> s.atMicros() >= fromMicros && s.atMicros() <= untilMicros)
        .toList();
  }
}
