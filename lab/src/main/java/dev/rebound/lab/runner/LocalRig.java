package dev.rebound.lab.runner;

import dev.rebound.lab.LabException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Deadline;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Transition;
import dev.rebound.lab.experiment.CoresSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Event;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.load.ClosingRound;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.platform.Cores;
import dev.rebound.lab.platform.LocalPlatform;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.probe.NetworkProbe;
import dev.rebound.lab.probe.ProcessProbe;
import dev.rebound.lab.probe.Sampler;
import dev.rebound.lab.probe.SpeedProbe;
import dev.rebound.lab.probe.TelemetryProbe;
import dev.rebound.lab.recovery.Analysis;
import dev.rebound.lab.result.Doubt;
import dev.rebound.lab.telemetry.Control;
import dev.rebound.lab.telemetry.LastLine;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.nio.file.Path;
import java.time.Clock;
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
import org.jspecify.annotations.Nullable;

/**
 * The real thing on this machine: brokers, engine, load generators, observer and probes as child
 * processes.
 */
public final class LocalRig implements Rig {
  private static final Duration GENERATOR_LEAD = Duration.ofSeconds(3);

  private final Experiment experiment;
  private final Engine engine;
  private final RunDirectory directory;
  private final Journal journal;
  private final boolean keep;
  private final LocalPlatform platform;
  private final JobSpec job;
  private final List<ProcessSpec> brokerSpecs;
  private final RunPlan plan;
  private final Instruments instruments;
  private final Sampler sampler;
  private final List<Node> generators = new ArrayList<>();
  private final Lives lives;
  private final RigWatch watch = new RigWatch();
  private @Nullable KafkaCluster kafka;
  private @Nullable Cluster cluster;
  private @Nullable LagProbe lag;
  private @Nullable Node observer;
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
      Path home,
      boolean keep) {
    this.experiment = experiment;
    this.engine = engine;
    this.directory = directory;
    this.journal = journal;
    this.keep = keep;
    this.lives = new Lives(journal);
    this.platform =
        new LocalPlatform(
            directory.path(),
            directory.runId(),
            Clock.systemUTC(),
            home,
            artifacts,
            (code, message, remedy) -> journal.append(new Event.Warning(code, message, remedy)));
    try {
      FaultRoles.require(experiment, engine);
      this.job =
          new JobSpec(
              directory.runId(),
              experiment.workload(),
              KafkaCluster.bootstrap(experiment.kafka(), platform),
              experiment.kafka().client(),
              Map.of(JobSpec.INPUT, "rebound-" + directory.runId() + "-records"),
              Map.of(JobSpec.OUTPUT, "rebound-" + directory.runId() + "-matches"),
              experiment.kafka().partitions(),
              experiment.kafka().replication());
      Plan enginePlan = engine.plan(experiment.engine(), job, platform);
      this.brokerSpecs =
          KafkaCluster.plan(
              experiment.kafka().withJvmFirst(Instruments.compiler(experiment)),
              KafkaCluster.newClusterId(),
              engine.brokerSettings(experiment.engine()),
              platform);
      this.instruments = new Instruments(experiment, job);
      this.plan = makePlan(enginePlan);
    } catch (RuntimeException e) {
      platform.close();
      throw e;
    }
    this.sampler = new Sampler(journal::append, RigRules.of(experiment).baseline());
    journal.listen(watch);
  }

  private RunPlan makePlan(Plan enginePlan) {
    List<ProcessSpec> all = new ArrayList<>(brokerSpecs);
    all.addAll(enginePlan.processes());
    for (int g = 0; g < experiment.load().generators(); g++) {
      all.add(instruments.generator(g, 0));
    }
    all.add(instruments.observer());
    Workload workload = Workloads.create(experiment.workload());
    return RunPlan.of(
        experiment,
        enginePlan,
        all,
        workload.matchesPerRecord(),
        CloseFaults.warnings(experiment, engine.noticesWithin(experiment.engine())));
  }

  /** What this run will do, need and take. */
  public RunPlan plan() {
    return plan;
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
    KafkaCluster started =
        KafkaCluster.start(experiment.kafka(), brokerSpecs, platform, by, progress);
    kafka = started;
    started.requireAccepts(engine.brokerLimits(experiment.engine()));
    started.createTopic(job.input(), job.partitions(), Map.of());
    started.createTopic(job.output(), job.partitions(), Map.of());
    progress.accept("starting " + engine.name());
    Cluster running = engine.start(plan.engine(), platform, by);
    cluster = running;
    started.own(running.ownTopics());
    running.watch(sink);
    Node observing = platform.start(instruments.observer());
    observer = observing;
    drain = new Drain(job, started, running, telemetry(observing));
    lag =
        new LagProbe(
            job.bootstrap(),
            job.client(),
            job.input(),
            job.output(),
            job.partitions(),
            running.consumerGroup());
    sampler.add(lag);
    running.probes().forEach(sampler::add);
    sampler.start();
  }

  @Override
  public long startLoad() {
    long first = Time.real().micros() + GENERATOR_LEAD.toNanos() / 1000;
    List<Path> telemetry = new ArrayList<>();
    for (int g = 0; g < experiment.load().generators(); g++) {
      Node generator = platform.start(instruments.generator(g, first));
      generators.add(generator);
      telemetry.add(telemetry(generator));
    }
    sampler.add(new TelemetryProbe(telemetry, telemetry(observer())));
    return first;
  }

  /** For a rig that brings its own load. */
  LocalPlatform platform() {
    return platform;
  }

  Instruments instruments() {
    return instruments;
  }

  Sampler sampler() {
    return sampler;
  }

  Path observerTelemetry() {
    return telemetry(observer());
  }

  private static Path telemetry(Node node) {
    return node.directory().resolve(Instruments.TELEMETRY);
  }

  @Override
  public boolean outputSeen() {
    return LastLine.number(telemetry(observer()), "records") > 0;
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

  private KafkaCluster kafka() {
    return Objects.requireNonNull(kafka, "the rig has not started");
  }

  private Cluster cluster() {
    return Objects.requireNonNull(cluster, "the rig has not started");
  }

  private Drain drain() {
    return Objects.requireNonNull(drain, "the rig has not started");
  }

  @Override
  public Nemesis.Targets targets() {
    return new Nemesis.Targets() {
      @Override
      public List<Node> nodes(String role) {
        return role.equals("broker") ? kafka().brokers() : cluster().nodes(role);
      }

      @Override
      public Set<String> holdingWork(String role) {
        if (role.equals("broker")) {
          return Set.copyOf(
              kafka().brokers().stream().filter(Node::alive).map(Node::name).toList());
        }
        return cluster().holdingWork(role);
      }

      @Override
      public void restarted(Node node) {
        cluster().restarted(node);
      }
    };
  }

  @Override
  public void phase(String name) {
    lives.phase(name);
    sampler.phase(name);
  }

  @Override
  public void stopLoad(Deadline by) {
    for (Node generator : generators) {
      Control.request(generator.directory().resolve(Instruments.CONTROL), Control.STOP);
    }
    for (Node generator : generators) {
      awaitEnd(generator, by);
    }
    drain().outputsDue(OutputsDue.of(instruments, generators));
  }

  private static void awaitEnd(Node node, Deadline by) {
    while (node.alive()) {
      if (by.passed()) {
        node.stop(Duration.ofSeconds(2));
        return;
      }
      Time.real().sleep(Duration.ofMillis(50));
    }
  }

  @Override
  public Optional<String> undrained() {
    return drain().undrained();
  }

  @Override
  public void closingRound(int round, Deadline by) {
    Properties p = instruments.connection();
    p.setProperty("topic", job.input());
    p.setProperty("partitions", Integer.toString(job.partitions()));
    p.setProperty("round", Integer.toString(round));
    runTool("closing-" + round, ClosingRound.class.getName(), p, by);
    drain().closingRoundSent(round);
  }

  private Node runTool(String name, String mainClass, Properties config, Deadline by) {
    Node tool = startTool(name, mainClass, config);
    awaitEnd(tool, by);
    return tool;
  }

  private Node startTool(String name, String mainClass, Properties config) {
    return platform.start(instruments.process(name, "tool", mainClass, config));
  }

  @Override
  public void stopJob(Deadline by) {
    if (stopped) {
      return;
    }
    Control.request(observer().directory().resolve(Instruments.CONTROL), Control.STOP);
    awaitEnd(observer(), by);
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
  public Analysis evidence(
      List<Nemesis.Injected> faults,
      List<Transition> transitions,
      List<Analysis.PhaseTimes> phases) {
    Analysis analysis = gather(faults, transitions, phases);
    gathered = true;
    return analysis;
  }

  private Analysis gather(
      List<Nemesis.Injected> faults,
      List<Transition> transitions,
      List<Analysis.PhaseTimes> phases) {
    var unused = journal.settle(watch);
    return new LocalEvidence(experiment, job, directory, instruments, journal)
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
            this::startTool);
  }

  private boolean hanging() {
    try {
      return drain().hanging();
    } catch (LabException e) {
      journal.append(Doubt.TRANSACTIONS_UNKNOWN.says(String.valueOf(e.getMessage())));
      return false;
    }
  }

  /** The platform's processes end whatever happens before. */
  private void closeAll() {
    try {
      if (cluster != null && !stopped) {
        cluster.close();
      }
    } finally {
      try {
        if (kafka != null) {
          kafka.close();
        }
      } finally {
        platform.close();
      }
    }
  }

  @Override
  public void close() {
    try {
      sampler.close();
      if (kafka != null && !keep && !experiment.kafka().ours()) {
        kafka.deleteOwnTopics();
      }
    } catch (LabException e) {
      journal.append(
          new Event.Warning(
              "topics-left", String.valueOf(e.getMessage()), "Delete the run's topics by hand."));
    } finally {
      closeAll();
    }
    if (!keep) {
      // What the run's own instruments wrote stays where nobody has taken it yet.
      Set<String> kept = gathered ? Set.of() : Lives.OWN_ROLES;
      LocalEvidence.deleteData(
          directory,
          journal,
          platform.nodes().stream()
              .filter(node -> kept.contains(node.role()))
              .map(Node::directory)
              .toList());
    }
  }
}
