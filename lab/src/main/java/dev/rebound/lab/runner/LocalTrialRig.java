package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Readings;
import dev.rebound.analysis.units.Rate;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.base.Series;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.time.Deadline;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The rig of a search for the sustained rate: one deployment of brokers, engine and observer, and
 * load generators that follow one another, each set with a rate of its own. What happens goes into
 * the journal of its folder.
 *
 * <p>Used by one thread; the sampler's thread brings the ticks.
 */
public final class LocalTrialRig implements TrialRig, AutoCloseable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

  private final Experiment experiment;
  private final Jobs jobs;
  private final Artifacts artifacts;
  private final LocalRig rig;
  private final BooleanSupplier stop;
  private final Consumer<String> told;
  private int rounds;
  private long firstMicros;
  private final Readings readings = new Readings();
  private volatile @Nullable HeardTick latest;
  private volatile @Nullable String died;

  private record HeardTick(long atMicros, TrialTick values) {}

  /**
   * Plans it; nothing runs yet.
   *
   * @param stop true once a person wants an end
   * @param told hears what a person should know of its start
   */
  public LocalTrialRig(
      Experiment experiment,
      RunDirectory directory,
      Engine engine,
      Platforms platforms,
      BooleanSupplier stop,
      Consumer<String> told)
      throws IOException {
    this.experiment = experiment;
    this.stop = stop;
    this.told = told;
    this.jobs = Jobs.create(experiment, directory, new Execution.RunTurn(1, false));
    this.artifacts =
        new Artifacts(
            line -> {
              tell(line);
              told.accept(line);
            });
    try {
      this.rig = new LocalRig(jobs, engine, artifacts, platforms, false, stop);
    } catch (RuntimeException e) {
      artifacts.close();
      jobs.close();
      throw e;
    }
    rig.gatherNothing();
    jobs.journal().listen(this::heard);
  }

  /** What a person should know of the engine's plan. */
  public List<String> notes() {
    return rig.plans().get(0).engine().notes();
  }

  /** Writes a line into the journal. */
  public void tell(String line) {
    jobs.journal().append(new Event.Progress(line));
  }

  private void heard(Entry entry) {
    readings.on(entry.data());
    if (entry.data() instanceof Event.Tick tick) {
      latest =
          new HeardTick(
              tick.atMicros(),
              new TrialTick(
                  0,
                  value("lag"),
                  value("generator.rate"),
                  value("output.rate"),
                  value("latency.p99"),
                  value("generator.slip"),
                  value(Series.HOST_CPU)));
    } else if (entry.data() instanceof Event.DoubtRaised warning
        && warning.code().equals("unplanned-exit")) {
      died = warning.message();
    }
  }

  @Override
  public void start(Duration limit) {
    rig.provide();
    rig.others().flatMap(others -> BusyCheck.TOLD.of(others, stop)).ifPresent(this::warn);
    rig.start(Deadline.after(limit), List.<Consumer<Transition>>of(transition -> {}));
  }

  private void warn(Event.DoubtRaised busy) {
    jobs.journal().append(busy);
    told.accept("warning: " + busy.message());
  }

  @Override
  public boolean outputSeen() {
    return rig.outputSeen();
  }

  @Override
  public void startLoad(double ratePerSecond) {
    requireDisk(ratePerSecond);
    firstMicros = rig.send(++rounds, new Rate(ratePerSecond));
  }

  /** A trial's records, and those before it that the brokers have not deleted yet. */
  private void requireDisk(double ratePerSecond) {
    double seconds =
        experiment.sustain().settle().plus(experiment.sustain().window()).toMillis() / 1e3 + 10;
    double bytes =
        ratePerSecond
            * seconds
            * (2.0 * Workloads.create(experiment.workload()).recordBytes() + 500)
            * Math.max(1, experiment.kafka().replication());
    long free = rig.room().diskBytes();
    if (free < bytes + (512L << 20)) {
      throw ReboundException.environment(
          String.format(
              java.util.Locale.ROOT,
              "a trial at %,.0f/s needs about %s of disk, and %s are free",
              ratePerSecond,
              Words.bytes(bytes),
              Words.bytes(free)),
          "Free disk space, or choose another folder with --runs.");
    }
  }

  @Override
  public Optional<TrialTick> tickAfter(double seconds) {
    HeardTick tick = latest;
    double at = tick == null ? 0 : (tick.atMicros() - firstMicros) / 1e6;
    return tick == null || at <= seconds ? Optional.empty() : Optional.of(tick.values().at(at));
  }

  private double value(String metric) {
    Double value = readings.value(metric);
    return value == null ? Double.NaN : value;
  }

  @Override
  public void stopLoad() {
    rig.endLoad(Deadline.after(STOP_LIMIT));
  }

  @Override
  public Optional<String> broken() {
    return Optional.ofNullable(died).or(rig::broken);
  }

  @Override
  public void close() throws IOException {
    try (jobs;
        artifacts) {
      rig.close();
    }
  }
}
