package dev.rebound.lab.probe;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Series;
import dev.rebound.analysis.result.Doubt;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads every probe once a period, on one thread, and appends what they say to the journal: the
 * series whenever they change, a tick each time, and warnings when the rig itself is in doubt.
 *
 * <p>Ticks keep to the schedule start + n × period; one that could not be kept is left out, never
 * caught up on. A gap of more than {@link #GAP_PERIODS} periods is a warning. A probe that fails
 * gives no values at that tick and a warning the first time in each phase: what is unknown then is
 * the phase's.
 */
public final class Sampler implements AutoCloseable {
  static final double GAP_PERIODS = 2.5;
  static final double SATURATED_SHARE = 0.95;
  static final Duration SATURATED_FOR = Duration.ofSeconds(5);

  private final Consumer<Event> journal;

  /** The phase in which a busy machine spoils what is measured. */
  private final String baseline;

  private final Clock clock;
  private final LongSupplier nanoTime;
  private final Duration period;
  private final List<Probe> probes = new CopyOnWriteArrayList<>();
  private final Set<String> absent = new HashSet<>();
  private final Map<Probe, Set<String>> failed = new HashMap<>();
  private final Set<String> saturatedPhases = new HashSet<>();
  private final AtomicReference<@Nullable ReboundException> failure = new AtomicReference<>();
  private volatile String phase = "start";
  private volatile boolean closing;
  private volatile @Nullable Thread thread;
  private List<Series> declared = List.of();
  private long lastNanos;
  private boolean ticked;
  private long saturatedSinceNanos = -1;

  /**
   * A sampler that takes a tick each second.
   *
   * @param baseline the phase that faults are held against: a busy machine spoils it
   */
  public Sampler(Consumer<Event> journal, String baseline) {
    this(journal, baseline, Clock.systemUTC(), System::nanoTime, Duration.ofSeconds(1));
  }

  Sampler(
      Consumer<Event> journal,
      String baseline,
      Clock clock,
      LongSupplier nanoTime,
      Duration period) {
    this.journal = journal;
    this.baseline = baseline;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.period = period;
  }

  /** Reads this probe too from the next tick on; the sampler closes it. */
  public void add(Probe probe) {
    probes.add(probe);
  }

  /** Reads it no more from the next tick on, and closes it. */
  public void remove(Probe probe) {
    probes.remove(probe);
    probe.close();
  }

  /** Says which phase the run is in. */
  public void phase(String name) {
    phase = name;
  }

  /** Why sampling ended before it was closed, such as a full disk. */
  public Optional<ReboundException> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Starts the thread. */
  public void start() {
    Thread sampling = new Thread(this::run, "sampler");
    sampling.setDaemon(true);
    thread = sampling;
    sampling.start();
  }

  private void run() {
    long start = nanoTime.getAsLong();
    long tick = 0;
    while (!closing) {
      try {
        sample();
      } catch (ReboundException e) {
        failure.set(e);
        return;
      }
      long now = nanoTime.getAsLong();
      tick = Math.max(tick + 1, (now - start) / period.toNanos());
      long next = start + tick * period.toNanos();
      while (!closing && nanoTime.getAsLong() < next) {
        LockSupport.parkNanos(Math.max(1, next - nanoTime.getAsLong()));
      }
    }
  }

  /** One tick. */
  void sample() {
    gap();
    List<Series> series = new ArrayList<>();
    List<@Nullable Double> values = new ArrayList<>();
    Instant now = clock.instant();
    for (Probe probe : probes) {
      read(probe, series, values);
    }
    if (!series.equals(declared)) {
      declared = List.copyOf(series);
      journal.accept(new Event.SeriesDeclared(declared));
    }
    long micros = now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    journal.accept(new Event.Tick(micros, values));
    saturation(values);
  }

  private void read(Probe probe, List<Series> series, List<@Nullable Double> values) {
    List<Series> own = List.of();
    double[] read = new double[0];
    try {
      own = probe.series();
      read = probe.read();
      probe.absent().forEach(this::absent);
    } catch (RuntimeException e) {
      if (failed.computeIfAbsent(probe, p -> new HashSet<>()).add(phase)) {
        journal.accept(
            Event.Warning.of(
                Doubt.PROBE_FAILED,
                probe.getClass().getSimpleName() + " could not read: " + e,
                phase));
      }
    }
    for (int i = 0; i < own.size(); i++) {
      double value = i < read.length ? read[i] : Double.NaN;
      series.add(own.get(i));
      values.add(Double.isFinite(value) ? value : null);
    }
  }

  private void absent(String metric, String reason) {
    if (absent.add(metric)) {
      journal.accept(new Event.MetricAbsent(metric, reason));
    }
  }

  private void gap() {
    long now = nanoTime.getAsLong();
    long passed = now - lastNanos;
    if (ticked && passed > GAP_PERIODS * period.toNanos()) {
      journal.accept(
          Event.Warning.of(
              Doubt.SAMPLING_GAP,
              String.format(
                  java.util.Locale.ROOT,
                  "no probe was read for %.1f s in phase %s",
                  passed / 1e9,
                  phase),
              phase));
    }
    lastNanos = now;
    ticked = true;
  }

  private void saturation(List<@Nullable Double> values) {
    // Where the engine has cores of its own, it may well take all of them.
    int ofRig = declared.indexOf(new Series(HostProbe.RIG_CPU, "share", ""));
    int at = ofRig >= 0 ? ofRig : declared.indexOf(new Series(HostProbe.CPU, "share", ""));
    Double share = at < 0 ? null : values.get(at);
    boolean busy =
        share != null
            && share >= SATURATED_SHARE
            && (phase.equals(baseline) || phase.equals("settle"));
    if (!busy) {
      saturatedSinceNanos = -1;
      return;
    }
    if (saturatedSinceNanos < 0) {
      // The reading tells of the period before it.
      saturatedSinceNanos = lastNanos - period.toNanos();
    }
    long busyNanos = lastNanos - saturatedSinceNanos;
    if (busyNanos >= SATURATED_FOR.toNanos() && saturatedPhases.add(phase)) {
      journal.accept(
          Event.Warning.of(
              Doubt.CPU_SATURATED,
              String.format(
                  java.util.Locale.ROOT,
                  "%s at %.0f %% or more for %d s in phase %s",
                  ofRig >= 0 ? "the rig's own cores were" : "the machine's CPU was",
                  SATURATED_SHARE * 100,
                  SATURATED_FOR.toSeconds(),
                  phase),
              phase));
    }
  }

  /** Takes no further tick, waits for the one under way (10 s at most), and closes the probes. */
  @Override
  public void close() {
    closing = true;
    Thread sampling = thread;
    if (sampling != null) {
      LockSupport.unpark(sampling);
      try {
        sampling.join(10_000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    probes.forEach(Probe::close);
  }
}
