package dev.rebound.lab.runner;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Owner;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.experiment.CoresSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.load.ClosingRound;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.part.Running;
import dev.rebound.lab.platform.Cores;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.platform.Tail;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.probe.NetworkProbe;
import dev.rebound.lab.probe.ProcessProbe;
import dev.rebound.lab.probe.Sampler;
import dev.rebound.lab.probe.SpeedProbe;
import dev.rebound.lab.probe.TelemetryProbe;
import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The real thing: brokers, engine, load generators and observer as processes of a platform, and
 * probes.
 */
public final class LocalRig implements Rig {
  private static final Duration GENERATOR_LEAD = Duration.ofSeconds(3);

  private final Experiment experiment;
  private final Engine engine;
  private final RunDirectory directory;
  private final Journal journal;
  private final boolean keep;
  private final Platform platform;
  private final Planned planned;
  private final JobSpec job;
  private final Tools tools;
  private final Sampler sampler;
  private final List<Node> generators = new ArrayList<>();
  private final List<Running> support = new ArrayList<>();
  private final List<LastLine> generatorsSay = new ArrayList<>();
  private final Lives lives;
  private final RigWatch watch = new RigWatch();
  private @Nullable KafkaCluster kafka;
  private @Nullable Cluster cluster;
  private @Nullable LagProbe lag;
  private @Nullable Node observer;
  private @Nullable LastLine observerSays;
  private @Nullable Drain drain;
  private boolean stopped;
  private boolean gathered;

  /**
   * @param keep leave topics and node folders as they are at the end
   */
  public LocalRig(
      Experiment experiment,
      Engine engine,
      RunDirectory directory,
      Journal journal,
      Artifacts artifacts,
      Platforms platforms,
      boolean keep) {
    this.experiment = experiment;
    this.engine = engine;
    this.directory = directory;
    this.journal = journal;
    this.keep = keep;
    this.lives = new Lives(journal);
    this.platform =
        platforms.open(
            directory.path(),
            directory.runId(),
            artifacts,
            (code, message, remedy) -> journal.append(new Event.Warning(code, message, remedy)));
    try {
      this.planned = Planned.of(experiment, engine, directory.runId(), platform);
    } catch (RuntimeException e) {
      platform.close();
      throw e;
    }
    this.job = planned.job();
    this.tools = new Tools(platform, planned.instruments());
    this.sampler =
        new Sampler(
            journal::append,
            RigRules.of(experiment, engine.promise(experiment.engine())).baseline());
    journal.listen(watch);
  }

  /** What this run will do, need and take. */
  public RunPlan plan() {
    return planned.run();
  }

  @Override
  public void start(Deadline by, Consumer<Transition> sink) {
    platform.listen(lives);
    CoresSpec asked = experiment.cores();
    if (asked == null) {
      sampler.add(new HostProbe());
    } else {
      Cores cores = Cores.here(asked.subject(), asked.rig());
      platform.pin(cores);
      journal.append(new Event.Progress("cores: " + cores.words()));
      sampler.add(new HostProbe(cores));
    }
    sampler.add(new SpeedProbe());
    sampler.add(new ProcessProbe(platform::nodes));
    sampler.add(new NetworkProbe(platform::nodes));
    Consumer<String> progress = line -> journal.append(new Event.Progress(line));
    KafkaCluster started = planned.kafka().start(platform, by, progress);
    kafka = started;
    support.add(started);
    started.requireAccepts(engine.brokerLimits(experiment.engine()));
    started.createTopic(job.input(), job.partitions(), Map.of());
    started.createTopic(job.output(), job.partitions(), Map.of());
    for (Part part : planned.support()) {
      progress.accept("starting " + part.name());
      Running serving = part.start(platform, by, progress);
      support.add(serving);
      serving.probes().forEach(sampler::add);
    }
    progress.accept("starting " + engine.name());
    Cluster running = engine.start(planned.run().engine(), platform, by);
    cluster = running;
    started.own(running.ownTopics());
    if (!running.topicPrefix().isEmpty()) {
      started.own(started.topics(running.topicPrefix()).keySet());
    }
    running.watch(sink);
    Node observing = platform.start(planned.instruments().observer());
    observer = observing;
    observerSays = new LastLine(Instruments.telemetry(observing));
    drain = new Drain(job, started, running, new LastLine(Instruments.telemetry(observing)));
    lag =
        new LagProbe(
            started.bootstrap().outside(),
            job.client(),
            job.input(),
            job.output(),
            job.partitions(),
            running.progress());
    sampler.add(lag);
    running.probes().forEach(sampler::add);
    sampler.start();
  }

  @Override
  public long startLoad() {
    long first = Time.real().micros() + GENERATOR_LEAD.toNanos() / 1000;
    List<Tail> telemetry = new ArrayList<>();
    for (int g = 0; g < experiment.load().generators(); g++) {
      Node generator = platform.start(planned.instruments().generator(g, first));
      generators.add(generator);
      telemetry.add(Instruments.telemetry(generator));
      generatorsSay.add(new LastLine(Instruments.telemetry(generator)));
    }
    sampler.add(new TelemetryProbe(telemetry, observerTelemetry()));
    return first;
  }

  @Override
  public boolean loadOver() {
    for (int g = 0; g < generatorsSay.size(); g++) {
      if (generatorsSay.get(g).number("sent") >= planned.instruments().recordsMax(g)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long recordsMax() {
    return planned.instruments().recordsMax();
  }

  /** For a rig that brings its own load. */
  Platform platform() {
    return platform;
  }

  Instruments instruments() {
    return planned.instruments();
  }

  Sampler sampler() {
    return sampler;
  }

  Tail observerTelemetry() {
    return Instruments.telemetry(observer());
  }

  @Override
  public boolean outputSeen() {
    return Objects.requireNonNull(observerSays, "the rig has not started").number("records") > 0;
  }

  @Override
  public void shareClasses(Duration limit, BooleanSupplier stop) {
    int made =
        platform.shareClasses(
            limit,
            stop,
            absent ->
                journal.append(
                    new Event.Progress(
                        "making class-data archives for later starts of workers, for up to "
                            + limit.toSeconds()
                            + " s: "
                            + absent)));
    if (made > 0) {
      journal.append(
          new Event.Progress(
              "class-data archives made for later starts of workers (kept in the user's cache): "
                  + made));
    }
  }

  private Node observer() {
    return Objects.requireNonNull(observer, "the rig has not started");
  }

  private Cluster cluster() {
    return Objects.requireNonNull(cluster, "the rig has not started");
  }

  private Drain drain() {
    return Objects.requireNonNull(drain, "the rig has not started");
  }

  @Override
  public Nemesis.Targets targets() {
    return new Breakable(List.copyOf(support), cluster());
  }

  @Override
  public void phase(String name) {
    lives.phase(name);
    sampler.phase(name);
  }

  @Override
  public void stopLoad(Deadline by) {
    generators.forEach(Instruments::requestStop);
    for (Node generator : generators) {
      Tools.awaitEnd(generator, by);
    }
    drain().outputsDue(OutputsDue.of(planned.instruments(), cluster().progress(), generators));
  }

  @Override
  public Optional<String> undrained() {
    return drain().undrained();
  }

  @Override
  public void closingRound(int round, Deadline by) {
    Properties p = planned.instruments().connection();
    p.setProperty("topic", job.input());
    p.setProperty("partitions", Integer.toString(job.partitions()));
    p.setProperty("round", Integer.toString(round));
    tools.run("closing-" + round, ClosingRound.class.getName(), p, by);
    drain().closingRoundSent(round);
  }

  @Override
  public void stopJob(Deadline by) {
    if (stopped) {
      return;
    }
    Instruments.requestStop(observer());
    Tools.awaitEnd(observer(), by);
    for (String complaint : cluster().complaints()) {
      journal.append(
          new Event.Warning(
              "engine-complaint", complaint, "See the engine's log in the run's folder."));
    }
    sampler.close();
    stopped = true;
    cluster().close();
  }

  @Override
  public Optional<String> broken() {
    return lives
        .broken()
        .or(() -> journal.failure().map(e -> String.valueOf(e.getMessage())))
        .or(() -> sampler.failure().map(e -> String.valueOf(e.getMessage())));
  }

  @Override
  public Evidence evidence(
      List<Nemesis.Injected> faults,
      List<Transition> transitions,
      List<Evidence.PhaseTimes> phases) {
    Evidence analysis = gather(faults, transitions, phases);
    gathered = true;
    return analysis;
  }

  private Evidence gather(
      List<Nemesis.Injected> faults,
      List<Transition> transitions,
      List<Evidence.PhaseTimes> phases) {
    var unused = journal.settle(watch);
    return new LocalEvidence(experiment, job, directory, planned.instruments(), journal)
        .gather(
            generators,
            observer(),
            Objects.requireNonNull(lag),
            new LocalEvidence.Told(
                faults,
                fault -> engine.steps(experiment.engine(), fault),
                watch.samples(),
                transitions,
                phases,
                drain().lastStable(),
                drain().highWatermark(),
                hanging(),
                drain().unfinished()),
            tools);
  }

  private boolean hanging() {
    try {
      return drain().hanging();
    } catch (ReboundException e) {
      journal.append(Event.Warning.of(Doubt.TRANSACTIONS_UNKNOWN, String.valueOf(e.getMessage())));
      return false;
    }
  }

  /** The last that started goes first, and the platform's processes end whatever happens before. */
  private void closeSupport(int last) {
    if (last < 0) {
      platform.close();
      return;
    }
    try {
      support.get(last).close();
    } finally {
      closeSupport(last - 1);
    }
  }

  private void closeAll() {
    try {
      if (cluster != null && !stopped) {
        cluster.close();
      }
    } finally {
      closeSupport(support.size() - 1);
    }
  }

  @Override
  public void close() {
    try {
      sampler.close();
      if (kafka != null && !keep && !experiment.kafka().ours()) {
        if (cluster != null && !cluster.topicPrefix().isEmpty()) {
          kafka.own(kafka.topics(cluster.topicPrefix()).keySet());
        }
        kafka.deleteOwnTopics();
      }
    } catch (ReboundException e) {
      journal.append(
          new Event.Warning(
              "topics-left", String.valueOf(e.getMessage()), "Delete the run's topics by hand."));
    } finally {
      closeAll();
    }
    if (!keep) {
      // What the run's own instruments wrote stays where nobody has taken it yet.
      platform.discard(gathered ? Set.of() : instrumentNames());
    }
  }

  private Set<String> instrumentNames() {
    return platform.nodes().stream()
        .filter(node -> node.owner() == Owner.INSTRUMENT)
        .map(Node::name)
        .collect(Collectors.toSet());
  }
}
