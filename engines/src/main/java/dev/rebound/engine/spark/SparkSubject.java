package dev.rebound.engine.spark;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.SubjectMeans.Mean;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.PlannedMeans;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.VisitWindows;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** Spark as an experiment sets it. */
record SparkSubject(
    EngineSpec spec,
    JobSpec job,
    Plan plan,
    List<Part> parts,
    SparkSettings settings,
    EngineVersion version)
    implements Subject {

  @Override
  public List<String> witness() {
    return version.witness();
  }

  @Override
  public EngineDeclaration declaration() {
    return SparkEngine.DECLARATION;
  }

  /** Of executors, which their daemons start. */
  @Override
  public SubjectMeans means() {
    return Subject.super
        .means()
        .with(Mean.HEAP, settings.executorHeap(settings.heapBytes(job)))
        .with(Mean.COLLECTOR, PlannedMeans.collector(settings.executorJvm()));
  }

  @Override
  public String reserve() {
    int free = settings.cores() - spec.threads();
    return "%s of %s cores free on each executor, states in the checkpoint alone; executors that live"
            .formatted(free, settings.cores())
        + (free == 0
            ? " run a lost one's tasks in turn"
            : " run a lost one's tasks beside their own");
  }

  @Override
  public List<Link> links() {
    String executor = SparkEngine.WORKER;
    String driver = SparkEngine.DRIVER;
    List<Link> links = new ArrayList<>();
    for (String client : List.of(executor, driver)) {
      links.add(KafkaPart.from(client));
      links.addAll(settings.storage().links(client));
    }
    links.add(new Link(executor, driver, SparkProcesses.DRIVER));
    links.add(new Link(executor, driver, SparkProcesses.BLOCKS));
    links.add(new Link(driver, executor, SparkProcesses.BLOCKS));
    if (spec.workers() > 1) {
      links.add(new Link(executor, executor, SparkProcesses.BLOCKS));
    }
    links.add(new Link(executor, SparkEngine.DAEMON, SparkProcesses.DAEMON));
    links.add(new Link(driver, SparkEngine.MASTER, SparkProcesses.MASTER));
    links.add(new Link(SparkEngine.DAEMON, SparkEngine.MASTER, SparkProcesses.MASTER));
    return links;
  }

  @Override
  public Duration noticesWithin() {
    return Duration.ofSeconds(settings.silenceSeconds());
  }

  /**
   * The driver tells of executors, all of them dead, too. Nobody tells when the driver itself was
   * missed, and work goes on without a master.
   */
  @Override
  public Set<Step> steps(FaultScope fault) {
    if (settings.realTime() && !fault.role().equals(SparkEngine.MASTER)) {
      // A batch is done when its time is over, and not when work is done again.
      Set<Step> steps = new HashSet<>(stepsOfBatches(fault));
      steps.remove(Step.RESTORED);
      return steps;
    }
    return stepsOfBatches(fault);
  }

  private Set<Step> stepsOfBatches(FaultScope fault) {
    return switch (fault.role()) {
      case SparkEngine.MASTER -> Set.of();
      case SparkEngine.DRIVER ->
          fault.deadly() && fault.workingVictims() > 0
              ? Set.of(Step.REASSIGNED, Step.RESTORED)
              : Set.of();
      // One that stands still leaves its executor at work.
      case SparkEngine.DAEMON -> fault.deadly() ? Subject.super.steps(fault) : Set.of();
      default -> Subject.super.steps(fault);
    };
  }

  /** A daemon tries again for long where there is no master, so that this is waited for. */
  @Override
  public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
    List<Node> started = new ArrayList<>();
    try {
      for (ProcessSpec process : plan.processes()) {
        Node node = platform.start(process);
        started.add(node);
        if (node.role().equals(SparkEngine.MASTER)) {
          node.awaitReady(by.left());
        }
      }
      Members planned = new Members(started);
      started.addAll(Executors.adopt(planned, platform, by));
    } catch (RuntimeException e) {
      new Members(started).stop(Duration.ZERO);
      throw e;
    }
    return Members.up(
        new SparkCluster(new Members(started), job.group(), lateness(), version),
        cluster -> cluster.awaitRunning(by));
  }

  private OptionalLong lateness() {
    if (Workloads.kind(job.workload().name()).shape() != WorkloadKind.Shape.WINDOWED) {
      return OptionalLong.empty();
    }
    VisitWindows windows = VisitWindows.of(job.workload());
    return windows.byTime() ? OptionalLong.of(windows.latenessMillis()) : OptionalLong.empty();
  }
}
