package dev.rebound.engine.storm;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.SubjectMeans.Mean;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.units.Quantity;
import dev.rebound.base.Owner;
import dev.rebound.engine.adapter.Adoptions;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.zookeeper.ZooKeeperPart;
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
import dev.rebound.platform.Adoption;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Storm as an experiment sets it.
 *
 * @param slots one for each worker
 */
record StormSubject(
    EngineDeclaration declaration,
    EngineSpec spec,
    JobSpec job,
    Plan plan,
    List<Part> parts,
    StormSettings settings,
    EngineVersion version,
    List<Slot> slots)
    implements Subject {
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  @Override
  public List<String> witness() {
    return version.witness();
  }

  /** Of workers, which supervisors start. Trident commits with each batch. */
  @Override
  public SubjectMeans means() {
    SubjectMeans workers =
        Subject.super
            .means()
            .with(Mean.HEAP, PlannedMeans.bytes(settings.heapBytes(job)))
            .with(Mean.COLLECTOR, PlannedMeans.collector(settings.jvm()));
    return StormSettings.trident(spec)
        ? workers.with(
            Mean.COMMIT_INTERVAL, Quantity.text(Duration.ofMillis(promise().visibleEveryMillis())))
        : workers;
  }

  @Override
  public String reserve() {
    return "0 of %s slots free, %s; a supervisor starts a dead worker again on its own slot"
        .formatted(
            slots.size(),
            StormSettings.trident(spec) || StormSettings.changelog(spec)
                ? "a copy of each state in a topic"
                : "no copy of a state");
  }

  @Override
  public List<Link> links() {
    String worker = StormEngine.WORKER;
    List<Link> links = new ArrayList<>();
    links.add(KafkaPart.from(worker));
    if (slots.size() > 1) {
      links.add(new Link(worker, worker, Slot.port("slot")));
    }
    for (String role : List.of(worker, StormEngine.SUPERVISOR, StormEngine.NIMBUS)) {
      links.add(ZooKeeperPart.from(role));
    }
    links.add(new Link(worker, StormEngine.SUPERVISOR, StormProcesses.RPC));
    links.add(new Link(worker, StormEngine.NIMBUS, StormProcesses.RPC));
    links.add(new Link(StormEngine.SUPERVISOR, StormEngine.NIMBUS, StormProcesses.RPC));
    links.add(new Link(StormEngine.NIMBUS, StormEngine.SUPERVISOR, StormProcesses.RPC));
    return links;
  }

  @Override
  public Duration noticesWithin() {
    return Duration.ofSeconds(settings.silenceSeconds());
  }

  /** Workers go on without Nimbus and without their supervisor: nothing is to be recovered. */
  @Override
  public Set<Step> steps(FaultScope fault) {
    if (!fault.role().equals(StormEngine.WORKER)) {
      return Set.of();
    }
    Set<Step> steps = new LinkedHashSet<>(Subject.super.steps(fault));
    if (JarProgram.in(spec)) {
      // Its workers write no events.
      steps.remove(Step.RESTORED);
    }
    return steps;
  }

  @Override
  public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
    Adoptions adoptions = Adoptions.on(platform, spec.name(), by);
    List<Node> members = new ArrayList<>();
    List<ProcessSpec> daemons = plan.processes().subList(0, plan.processes().size() - 1);
    try {
      daemons.forEach(daemon -> members.add(platform.start(daemon)));
      members.forEach(daemon -> daemon.awaitReady(by.left()));
      Node client = platform.start(plan.processes().get(daemons.size()));
      try {
        client.awaitReady(by.left());
      } finally {
        client.stop(STOP_GRACE);
      }
      for (Slot slot : slots) {
        members.add(adopt(slot, members, adoptions));
      }
    } catch (RuntimeException e) {
      new Members(members).stop(STOP_GRACE);
      throw e;
    }
    return Members.up(
        new StormCluster(
            spec.name(),
            new Members(members),
            slots,
            job.group(),
            version,
            !JarProgram.in(spec),
            STOP_GRACE),
        cluster -> cluster.awaitRunning(by));
  }

  private static Node adopt(Slot slot, List<Node> members, Adoptions adoptions) {
    Node daemon =
        members.stream()
            .filter(member -> member.name().equals(slot.supervisor()))
            .findFirst()
            .orElseThrow();
    return adoptions.adopt(
        new Adoption(
            slot.name(),
            StormEngine.WORKER,
            Owner.SUBJECT,
            daemon,
            slot.log(),
            () -> slot.pid(daemon)),
        List.of(daemon));
  }
}
