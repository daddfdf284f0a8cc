package dev.rebound.lab.rig;

import dev.rebound.analysis.units.Rate;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.OwnTopics;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Platform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that are up, on their platform. Closing it closes what started last first, and the
 * platform last of all, whatever happens before.
 *
 * <p>For one thread.
 */
public final class Deployment implements AutoCloseable {
  private final Platform platform;
  private final Consumer<String> progress;
  private final Consumer<RunningPart> started;
  private final BooleanSupplier stop;
  private final List<RunningPart> up = new ArrayList<>();
  private final List<RunningPart> faulted = new ArrayList<>();
  private @Nullable KafkaCluster kafka;
  private Duration apart = Duration.ZERO;

  /**
   * @param platform that it closes
   * @param progress hears of each step that takes a while
   * @param started hears of the brokers and of each supporting part once it is up
   */
  public Deployment(Platform platform, Consumer<String> progress, Consumer<RunningPart> started) {
    this(platform, progress, started, () -> false);
  }

  /**
   * The same.
   *
   * @param stop true once a person wants an end
   */
  public Deployment(
      Platform platform,
      Consumer<String> progress,
      Consumer<RunningPart> started,
      BooleanSupplier stop) {
    this.platform = platform;
    this.progress = progress;
    this.started = started;
    this.stop = stop;
  }

  public Platform platform() {
    return platform;
  }

  /** The brokers, once they were started. */
  public Optional<KafkaCluster> kafka() {
    return Optional.ofNullable(kafka);
  }

  /** Takes in what was started on the platform. */
  public <R extends RunningPart> R add(R running) {
    up.add(running);
    return running;
  }

  private void supports(RunningPart part) {
    faulted.add(add(part));
    started.accept(part);
  }

  /** Starts a part that comes before everything else, and may be needed to plan the others. */
  public void prepare(Part part, Deadline by) {
    progress.accept("starting " + part.name());
    add(part.start(platform, by, progress, stop));
  }

  /** Starts the brokers, and makes the topics of the jobs that the subject is to run. */
  public KafkaCluster startBrokers(Parts parts, Deadline by) {
    KafkaCluster brokers = parts.kafka().start(platform, by, progress);
    supports(brokers);
    kafka = brokers;
    brokers.requireAccepts(parts.subject().brokerLimits());
    Map<String, String> config = parts.kafka().spec().topicConfig();
    for (JobSpec job : parts.job().jobs()) {
      for (String topic : job.inputLanes().topics()) {
        brokers.createTopic(topic, job.inputLanes().partitions(), config);
      }
      for (String topic : job.outputLanes().topics()) {
        brokers.createTopic(topic, job.outputLanes().partitions(), config);
      }
    }
    return brokers;
  }

  /**
   * Has all of a load sent before there is a job; its time comes on top, see {@link #apart}.
   * Returns early where it is to stop, or the thread was interrupted. Throws {@link
   * ReboundException} where the records do not come.
   *
   * @param stop asked often
   * @param broken a reason why they will not come
   */
  public RunningLoad fill(
      Load load,
      JobSpec job,
      long records,
      Deadline by,
      BooleanSupplier stop,
      Supplier<Optional<String>> broken) {
    progress.accept(
        String.format(Locale.ROOT, "filling the input topic with %,d records", records));
    long begunNanos = System.nanoTime();
    Load.LoadTurn turn = new Load.LoadTurn(0, Rate.MAX, records, Time.real().micros());
    RunningLoad running = add(load.start(turn, platform));
    Backlog.await(running, job, kafka().orElseThrow(), records, by, stop, broken);
    apart = apart.plusNanos(System.nanoTime() - begunNanos);
    return running;
  }

  /**
   * Starts what the subject cannot do without, and the subject; its job runs then. What is {@link
   * #apart} comes on top of the time.
   */
  public Cluster startSubject(Parts parts, Deadline by) {
    for (Part part : parts.supporting()) {
      progress.accept("starting " + part.name());
      long begunNanos = System.nanoTime();
      supports(part.start(platform, by.later(apart), progress, stop));
      if (part.limitsItself()) {
        apart = apart.plusNanos(System.nanoTime() - begunNanos);
      }
    }
    progress.accept("starting " + parts.subject().name());
    Cluster cluster = add(parts.subject().start(platform, by.later(apart), progress));
    faulted.add(cluster);
    OwnTopics own = cluster.ownTopics();
    if (!own.none()) {
      kafka().ifPresent(brokers -> brokers.own(own.own()));
    }
    return cluster;
  }

  /**
   * How long those parts took to start that limit themselves ({@link Part#limitsItself}), and what
   * was to be sent before.
   */
  public Duration apart() {
    return apart;
  }

  /** The parts that faults may be meant for: the subject, and what supports it. */
  public List<RunningPart> breakable() {
    return List.copyOf(faulted);
  }

  /** Closes one of them before the others. */
  public void end(RunningPart running) {
    if (up.remove(running)) {
      running.close();
    }
  }

  @Override
  public void close() {
    if (up.isEmpty()) {
      platform.close();
      return;
    }
    try {
      up.remove(up.size() - 1).close();
    } finally {
      close();
    }
  }
}
