package dev.rebound.lab.probe;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Probe;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads every probe once a period, on one thread, and appends what they say to the journal: the
 * series whenever they change, a tick each time, and warnings when the rig itself is in doubt.
 *
 * <p>Ticks are those of a {@link Ticker}. A gap of more than {@link #GAP_PERIODS} periods is a
 * warning. A probe that fails gives no values at that tick and a warning the first time in each
 * phase: what is unknown then is the phase's.
 *
 * <p>Each job of a run has a journal: a probe is told to all of them or, if it knows of one job
 * alone, to that job's. Doubts about the machine are told to all.
 */
public final class Sampler implements AutoCloseable {
  static final double GAP_PERIODS = 2.5;
  static final double SATURATED_SHARE = 0.95;
  static final Duration SATURATED_FOR = Duration.ofSeconds(5);

  /** From this share on they are named; the lab itself and the kernel's own work are among them. */
  static final double OTHERS_SHARE = 0.3;

  /** From this share on, saturation is near: what else runs is told before it is too late. */
  static final double NEAR_SHARE = 0.85;

  /** A look lists all processes: no more of them, however often the load comes and goes. */
  private static final int LOOKS_MAX = 5;

  private static final Set<String> EARLY = Set.of("warmup", "baseline");

  private final List<JournalOutlet> outlets;

  /** The phase in which a busy machine spoils what is measured. */
  private final String baseline;

  private final Clock clock;
  private final LongSupplier nanoTime;
  private final Duration period;
  private final List<SampledProbe> probes = new CopyOnWriteArrayList<>();
  private final Map<Probe, Set<String>> failed = new HashMap<>();
  private final Set<String> saturatedPhases = new HashSet<>();
  private final AtomicReference<@Nullable ReboundException> failure = new AtomicReference<>();
  private volatile String phase = "start";
  private volatile @Nullable Ticker ticker;
  private long lastNanos;
  private boolean ticked;
  private long saturatedSinceNanos = -1;

  /** Cores in use since then, and those that nodes used, summed over ticks. */
  private double busyCores;

  private double coresOfRun;

  /** What else runs on this machine; null where it is not asked, or was told. */
  private @Nullable OtherPrograms others;

  private OtherPrograms.@Nullable Look look;
  private int looks;

  /**
   * A sampler that takes a tick each second.
   *
   * @param journals of each job
   * @param baseline the phase that faults are held against: a busy machine spoils it
   */
  public Sampler(List<Consumer<Event>> journals, String baseline) {
    this(journals, baseline, Clock.systemUTC(), System::nanoTime, Duration.ofSeconds(1));
  }

  Sampler(
      List<Consumer<Event>> journals,
      String baseline,
      Clock clock,
      LongSupplier nanoTime,
      Duration period) {
    this.outlets = journals.stream().map(JournalOutlet::new).toList();
    this.baseline = baseline;
    this.clock = clock;
    this.nanoTime = nanoTime;
    this.period = period;
  }

  /** A probe, and whom it is told to. */
  private record SampledProbe(Probe probe, List<JournalOutlet> to) {}

  /** A journal, and what it is told at a tick. For the sampler's thread. */
  private static final class JournalOutlet {
    private final Consumer<Event> journal;
    private final Set<String> absent = new HashSet<>();
    private final List<Series> series = new ArrayList<>();
    private final List<@Nullable Double> values = new ArrayList<>();
    private List<Series> declared = List.of();

    private JournalOutlet(Consumer<Event> journal) {
      this.journal = journal;
    }

    private void begin() {
      series.clear();
      values.clear();
    }

    private void take(Series one, double value) {
      series.add(one);
      values.add(Double.isFinite(value) ? value : null);
    }

    private void end(long micros) {
      if (!series.equals(declared)) {
        declared = List.copyOf(series);
        journal.accept(new Event.SeriesDeclared(declared));
      }
      journal.accept(new Event.Tick(micros, new ArrayList<>(values)));
    }

    /** The values of this tick in the series of that metric, NaN for those that are not there. */
    private DoubleStream readings(String metric) {
      return IntStream.range(0, series.size())
          .filter(i -> series.get(i).metric().equals(metric))
          .mapToDouble(i -> Objects.requireNonNullElse(values.get(i), Double.NaN));
    }

    private void absent(String metric, String reason) {
      if (absent.add(metric)) {
        journal.accept(new Event.MetricAbsent(metric, reason));
      }
    }
  }

  /** Reads this probe too from the next tick on, for every journal; the sampler closes it. */
  public void add(Probe probe) {
    probes.add(new SampledProbe(probe, outlets));
  }

  /** The same for the journal of one job. */
  public void add(Probe probe, int job) {
    probes.add(new SampledProbe(probe, List.of(outlets.get(job))));
  }

  /** Reads it no more from the next tick on, and closes it. */
  public void remove(Probe probe) {
    probes.removeIf(sampled -> sampled.probe().equals(probe));
    probe.close();
  }

  /**
   * Has what else runs told in the warmup and the baseline, once it holds so much that saturation
   * is near. Called before the start.
   */
  public void watch(OtherPrograms programs) {
    others = programs;
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
    ticker = new Ticker("sampler", this::samples, nanoTime, period).start();
  }

  private boolean samples() {
    try {
      sample();
      return true;
    } catch (ReboundException e) {
      failure.set(e);
    } catch (RuntimeException | Error e) {
      failure.set(
          ReboundException.environment(
              "sampling ended: " + e, "See whether memory and disk suffice, and run it again.", e));
    }
    return false;
  }

  /** One tick. */
  void sample() {
    gap();
    long micros = Time.micros(clock.instant());
    outlets.forEach(JournalOutlet::begin);
    for (SampledProbe sampled : probes) {
      read(sampled);
    }
    outlets.forEach(outlet -> outlet.end(micros));
    saturation();
    crowding();
  }

  private void read(SampledProbe sampled) {
    Probe probe = sampled.probe();
    List<Series> series = List.of();
    double[] read = new double[0];
    try {
      series = probe.series();
      read = probe.read();
      probe
          .absent()
          .forEach(
              (metric, reason) -> sampled.to().forEach(outlet -> outlet.absent(metric, reason)));
    } catch (RuntimeException e) {
      if (failed.computeIfAbsent(probe, p -> new HashSet<>()).add(phase)) {
        Event warning =
            Event.DoubtRaised.of(
                Doubt.PROBE_FAILED,
                probe.getClass().getSimpleName() + " could not read: " + e,
                phase);
        sampled.to().forEach(outlet -> outlet.journal.accept(warning));
      }
    }
    for (int i = 0; i < series.size(); i++) {
      Series one = series.get(i);
      double value = i < read.length ? read[i] : Double.NaN;
      sampled.to().forEach(outlet -> outlet.take(one, value));
    }
  }

  private void tell(Event warning) {
    outlets.forEach(outlet -> outlet.journal.accept(warning));
  }

  private void gap() {
    long now = nanoTime.getAsLong();
    long passed = now - lastNanos;
    if (ticked && passed > GAP_PERIODS * period.toNanos()) {
      tell(
          Event.DoubtRaised.of(
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

  private void saturation() {
    // Where the engine has cores of its own, it may well take all of them.
    JournalOutlet own = outlets.get(0);
    int ofRig = own.series.indexOf(new Series(Series.RIG_CPU, "share", ""));
    int at = ofRig >= 0 ? ofRig : own.series.indexOf(new Series(Series.HOST_CPU, "share", ""));
    Double share = at < 0 ? null : own.values.get(at);
    if (share == null
        || share < SATURATED_SHARE
        || !(phase.equals(baseline) || phase.equals("settle"))) {
      saturatedSinceNanos = -1;
      return;
    }
    if (saturatedSinceNanos < 0) {
      // The reading tells of the period before it.
      saturatedSinceNanos = lastNanos - period.toNanos();
      busyCores = 0;
      coresOfRun = 0;
    }
    busyCores += share * own.readings(HostProbe.CORE_CPU).count();
    coresOfRun += own.readings(ProcessProbe.CPU).filter(Double::isFinite).sum();
    long busyNanos = lastNanos - saturatedSinceNanos;
    if (busyNanos >= SATURATED_FOR.toNanos() && saturatedPhases.add(phase)) {
      tell(
          Event.DoubtRaised.of(
              Doubt.CPU_SATURATED,
              String.format(
                  java.util.Locale.ROOT,
                  "%s at %.0f %% or more for %d s in phase %s%s",
                  ofRig >= 0 ? "the rig's cores were" : "the machine's CPU was",
                  SATURATED_SHARE * 100,
                  SATURATED_FOR.toSeconds(),
                  phase,
                  ofRig >= 0 ? "" : byOthers()),
              phase));
    }
  }

  private void crowding() {
    OtherPrograms programs = others;
    double share = outlets.get(0).readings(Series.HOST_CPU).findFirst().orElse(Double.NaN);
    if (programs == null || !(share >= NEAR_SHARE) || !EARLY.contains(phase)) {
      look = null;
      return;
    }
    try {
      crowding(programs);
    } catch (RuntimeException e) {
      // A word of advice is not worth a run.
      others = null;
    }
  }

  private void crowding(OtherPrograms programs) {
    OtherPrograms.Look begun = look;
    if (begun == null) {
      if (looks++ < LOOKS_MAX) {
        look = programs.begin();
      }
    } else if (begun.nanos() >= SATURATED_FOR.toNanos()) {
      OtherPrograms.TakenCpu taken = begun.end();
      look = null;
      if (taken.isMuch()) {
        others = null;
        outlets.get(0).journal.accept(taken.doubt("the CPU is nearly full, and ", phase));
      }
    }
  }

  /** Programs that are not of the run, if they had a good part of it; two jobs' nodes are apart. */
  private String byOthers() {
    double others = busyCores == 0 ? 0 : 1 - coresOfRun / busyCores;
    return outlets.size() > 1 || coresOfRun == 0 || others < OTHERS_SHARE
        ? ""
        : String.format(
            java.util.Locale.ROOT,
            "; %.0f %% of that was taken by other programs than the run's",
            others * 100);
  }

  /** Takes no further tick, waits for the one under way (10 s at most), and closes the probes. */
  @Override
  public void close() {
    Ticker last = ticker;
    if (last != null) {
      last.end();
    }
    probes.forEach(sampled -> sampled.probe().close());
  }
}
