package dev.rebound.engine.storm;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.journal.Owner;
import dev.rebound.engine.adapter.Briefing;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.platform.Adopting;
import dev.rebound.lab.platform.Adoption;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.time.Deadline;
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
    EngineSpec spec,
    JobSpec job,
    Plan plan,
    List<Part> parts,
    StormSettings settings,
    StormVersion version,
    List<Slot> slots)
    implements Subject {
  private static final long LOOK_MILLIS = 100;
  private static final Duration STOP_GRACE = Duration.ofSeconds(5);

  @Override
  public EngineDeclaration declaration() {
    return StormSettings.trident(spec) ? TridentEngine.DECLARATION : StormEngine.DECLARATION;
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
    if (!isOurs()) {
      // Its workers write no events.
      steps.remove(Step.RESTORED);
    }
    return steps;
  }

  private boolean isOurs() {
    return !JarProgram.in(spec);
  }

  @Override
  public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
    if (!(platform instanceof Adopting adopting)) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "storm: workers are started by their supervisors, and this platform cannot take in what"
              + " a process starts",
          "Run it on local processes.");
    }
    List<Node> members = new ArrayList<>();
    try {
      for (ProcessSpec process : plan.processes()) {
        if (!process.role().equals(StormEngine.CLIENT)) {
          members.add(platform.start(process));
        }
      }
      for (Node daemon : members) {
        daemon.awaitReady(by.left());
      }
      submit(platform, by);
      for (Slot slot : slots) {
        members.add(adopt(slot, members, adopting, by));
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
            Briefing.group(job),
            version,
            isOurs(),
            STOP_GRACE),
        cluster -> cluster.awaitRunning(by));
  }

  private void submit(Platform platform, Deadline by) {
    for (ProcessSpec process : plan.processes()) {
      if (process.role().equals(StormEngine.CLIENT)) {
        Node client = platform.start(process);
        try {
          client.awaitReady(by.left());
        } finally {
          client.stop(STOP_GRACE);
        }
      }
    }
  }

  private static Node adopt(Slot slot, List<Node> members, Adopting adopting, Deadline by) {
    Node daemon =
        members.stream()
            .filter(member -> member.name().equals(slot.supervisor()))
            .findFirst()
            .orElseThrow();
    while (slot.pid(daemon).isEmpty()) {
      if (by.passed() || !daemon.alive() || interrupted()) {
        throw new ReboundException(
            ReboundException.Cause.ENVIRONMENT,
            "storm: waited for "
                + slot.supervisor()
                + " to start "
                + slot.name()
                + "\n  "
                + Members.logOf(daemon),
            "Read the log named above; if it was still starting, raise phases.start.");
      }
    }
    return adopting.adopt(
        new Adoption(
            slot.name(),
            StormEngine.WORKER,
            Owner.SUBJECT,
            daemon,
            slot.log(),
            () -> slot.pid(daemon)));
  }

  private static boolean interrupted() {
    try {
      Thread.sleep(LOOK_MILLIS);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
