package dev.rebound.lab.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.lab.LabException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Deadline;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Transition;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Event;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.load.ClosingRound;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.platform.Incarnation;
import dev.rebound.lab.platform.LocalPlatform;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.probe.HostProbe;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.probe.NetworkProbe;
import dev.rebound.lab.probe.ProcessProbe;
import dev.rebound.lab.probe.Sampler;
import dev.rebound.lab.probe.TelemetryProbe;
import dev.rebound.lab.recovery.Analysis;
import dev.rebound.lab.telemetry.Control;
import dev.rebound.workload.Workload;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.jspecify.annotations.Nullable;

/**
 * The real thing on this machine: brokers, engine, load generators, observer and probes as child
 * processes.
 */
public final class LocalRig implements Rig {
  private static final Set<String> OWN_ROLES = Set.of("generator", "observer", "tool");
  private static final Duration GENERATOR_LEAD = Duration.ofSeconds(3);

  /** Brokers look for transactions that are past their timeout every ten seconds. */
  private static final Duration HANGING_GRACE = Duration.ofSeconds(15);

  private static final ObjectMapper JSON = new ObjectMapper();

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
  private final AtomicReference<@Nullable String> broken = new AtomicReference<>();
  private volatile String phase = "start";
  private @Nullable KafkaCluster kafka;
  private @Nullable Cluster cluster;
  private @Nullable LagProbe lag;
  private @Nullable Node observer;
  private OptionalLong outputsDue = OptionalLong.empty();
  private boolean stopped;
  private boolean gathered;
  private List<Long> lastStable = List.of();
  private List<Long> highWatermark = List.of();

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
              experiment.kafka(),
              KafkaCluster.newClusterId(),
              engine.brokerSettings(experiment.engine()),
              platform);
      this.instruments = new Instruments(experiment, job);
      this.plan = makePlan(enginePlan);
    } catch (RuntimeException e) {
      platform.close();
      throw e;
    }
    this.sampler = new Sampler(journal::append);
  }

  private RunPlan makePlan(Plan enginePlan) {
    List<ProcessSpec> all = new ArrayList<>(brokerSpecs);
    all.addAll(enginePlan.processes());
    for (int g = 0; g < experiment.load().generators(); g++) {
      all.add(instruments.generator(g, 0));
    }
    all.add(instruments.observer());
    Workload workload = Workloads.create(experiment.workload());
    return RunPlan.of(experiment, enginePlan, all, workload.matchesPerRecord());
  }

  /** What this run will do, need and take. */
  public RunPlan plan() {
    return plan;
  }

  @Override
  public void start(Deadline by, Consumer<Transition> sink) {
    platform.listen(new Lives());
    sampler.add(new HostProbe());
    sampler.add(new ProcessProbe(platform::nodes));
    sampler.add(new NetworkProbe(platform::nodes));
    Consumer<String> progress = line -> journal.append(new Event.Progress(line));
    KafkaCluster started =
        KafkaCluster.start(experiment.kafka(), brokerSpecs, platform, by, progress);
    kafka = started;
    started.createTopic(job.input(), job.partitions(), Map.of());
    started.createTopic(job.output(), job.partitions(), Map.of());
    progress.accept("starting " + engine.name());
    Cluster running = engine.start(plan.engine(), platform, by);
    cluster = running;
    started.own(running.ownTopics());
    running.watch(sink);
    observer = platform.start(instruments.observer());
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
      telemetry.add(generator.directory().resolve(Instruments.TELEMETRY));
    }
    sampler.add(
        new TelemetryProbe(telemetry, observer().directory().resolve(Instruments.TELEMETRY)));
    return first;
  }

  @Override
  public boolean outputSeen() {
    return observed("records") > 0;
  }

  private double observed(String field) {
    return lastLine(observer().directory().resolve(Instruments.TELEMETRY))
        .map(n -> n.path(field).asDouble(0))
        .orElse(0.0);
  }

  static Optional<JsonNode> lastLine(Path telemetry) {
    if (!Files.exists(telemetry)) {
      return Optional.empty();
    }
    try {
      List<String> lines = Files.readAllLines(telemetry, StandardCharsets.UTF_8);
      for (int i = lines.size() - 1; i >= Math.max(0, lines.size() - 2); i--) {
        Optional<JsonNode> line = parse(lines.get(i));
        if (line.isPresent()) {
          return line;
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** A line that is being written may still be torn. */
  private static Optional<JsonNode> parse(String line) {
    try {
      return Optional.of(JSON.readTree(line));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      return Optional.empty();
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
    phase = name;
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
    outputsDue = OutputsDue.count(instruments, generators);
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
    try {
      long behind = 0;
      List<Long> end =
          kafka().endOffsets(job.input(), job.partitions(), IsolationLevel.READ_UNCOMMITTED);
      List<Long> committed =
          kafka().committedOffsets(cluster().consumerGroup(), job.input(), job.partitions());
      for (int p = 0; p < end.size(); p++) {
        behind += end.get(p) - Math.max(0, committed.get(p));
      }
      lastStable =
          kafka().endOffsets(job.output(), job.partitions(), IsolationLevel.READ_COMMITTED);
      highWatermark =
          kafka().endOffsets(job.output(), job.partitions(), IsolationLevel.READ_UNCOMMITTED);
      boolean stable = lastStable.equals(highWatermark) && observed("lagRecords") <= 0;
      if (stable
          && outputsDue.isPresent()
          && (long) observed("records") == outputsDue.getAsLong()) {
        // Every output that is due is committed and seen, whatever the job has committed of its
        // input.
        return Optional.empty();
      }
      if (behind > 0) {
        return Optional.of(behind + " input records are not committed as processed");
      }
      for (String topic : cluster().ownTopics()) {
        if (topic.endsWith("-repartition")) {
          long left = shuffled(topic);
          if (left > 0) {
            return Optional.of(left + " records of " + topic + " are not committed as processed");
          }
        }
      }
      if (!lastStable.equals(highWatermark)) {
        return Optional.of("transactions on the output topic are open");
      }
      double lagging = observed("lagRecords");
      return lagging > 0
          ? Optional.of("the observer has " + (long) lagging + " outputs to read")
          : Optional.empty();
    } catch (LabException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private long shuffled(String topic) {
    List<Long> end = kafka().endOffsets(topic, job.partitions(), IsolationLevel.READ_COMMITTED);
    List<Long> committed =
        kafka().committedOffsets(cluster().consumerGroup(), topic, job.partitions());
    long left = 0;
    for (int p = 0; p < end.size(); p++) {
      // An empty partition may never have been committed; a transaction's marker stands behind the
      // last record.
      left +=
          committed.get(p) < 0 && end.get(p) == 0
              ? 0
              : Math.max(0, end.get(p) - Math.max(0, committed.get(p)));
    }
    return left;
  }

  @Override
  public void closingRound(int round, Deadline by) {
    Properties p = instruments.connection();
    p.setProperty("topic", job.input());
    p.setProperty("partitions", Integer.toString(job.partitions()));
    p.setProperty("round", Integer.toString(round));
    runTool("closing-" + round, ClosingRound.class.getName(), p, by);
    outputsDue = OutputsDue.afterClosing(outputsDue, experiment.workload());
  }

  private Node runTool(String name, String mainClass, Properties config, Deadline by) {
    Node tool = platform.start(Instruments.process(name, "tool", mainClass, config));
    awaitEnd(tool, by);
    return tool;
  }

  @Override
  public void stopJob(Deadline by) {
    if (stopped) {
      return;
    }
    stopped = true;
    Control.request(observer().directory().resolve(Instruments.CONTROL), Control.STOP);
    awaitEnd(observer(), by);
    for (String complaint : cluster().complaints()) {
      journal.append(
          new Event.Warning(
              "engine-complaint", complaint, "See the engine's log in the run's folder."));
    }
    sampler.close();
    cluster().close();
  }

  @Override
  public Optional<String> broken() {
    return Optional.ofNullable(broken.get())
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
    return new LocalEvidence(experiment, job, directory, instruments, journal)
        .gather(
            generators,
            observer(),
            Objects.requireNonNull(lag),
            new LocalEvidence.Told(
                faults, transitions, phases, lastStable, highWatermark, hanging()),
            (name, mainClass, config) ->
                runTool(name, mainClass, config, Deadline.after(Duration.ofMinutes(10))));
  }

  private boolean hanging() {
    if (lastStable.equals(highWatermark)) {
      return false;
    }
    try {
      return kafka().hangingTransaction(job.output(), job.partitions(), HANGING_GRACE);
    } catch (LabException e) {
      journal.append(
          new Event.Warning(
              "transactions-unknown", String.valueOf(e.getMessage()), "See the brokers' logs."));
      return false;
    }
  }

  @Override
  public void close() {
    sampler.close();
    try {
      if (kafka != null && !keep && !experiment.kafka().ours()) {
        kafka.deleteOwnTopics();
      }
    } catch (LabException e) {
      journal.append(
          new Event.Warning(
              "topics-left", String.valueOf(e.getMessage()), "Delete the run's topics by hand."));
    } finally {
      if (cluster != null && !stopped) {
        cluster.close();
      }
      if (kafka != null) {
        kafka.close();
      }
      platform.close();
    }
    if (!keep) {
      // What the run's own instruments wrote stays where nobody has taken it yet.
      Set<String> kept = gathered ? Set.of() : OWN_ROLES;
      LocalEvidence.deleteData(
          directory,
          journal,
          platform.nodes().stream()
              .filter(node -> kept.contains(node.role()))
              .map(Node::directory)
              .toList());
    }
  }

  /** Writes every start and death to the journal, and finds those that nobody asked for. */
  private final class Lives implements Platform.ProcessListener {
    @Override
    public void started(Node node, Incarnation incarnation) {
      journal.append(
          new Event.ProcessStarted(
              node.name(), node.role(), incarnation.number(), incarnation.pid()));
    }

    @Override
    public void exited(
        Node node,
        Incarnation incarnation,
        int exitStatus,
        boolean expected,
        List<String> lastLines) {
      boolean ours = OWN_ROLES.contains(node.role());
      boolean inOrder = expected || (ours && exitStatus == 0);
      String what =
          node.name() + " ended by itself with status " + exitStatus + " in phase " + phase;
      if (!inOrder && ours) {
        broken.compareAndSet(null, what);
      }
      journal.append(
          new Event.ProcessExited(
              node.name(), node.role(), incarnation.number(), exitStatus, inOrder, lastLines));
      if (!inOrder) {
        journal.append(
            new Event.Warning(
                "unplanned-exit",
                what + (lastLines.isEmpty() ? "" : ": " + lastLines.get(lastLines.size() - 1)),
                "See logs/" + node.name() + ".log in the run's folder."));
      }
    }
  }
}
