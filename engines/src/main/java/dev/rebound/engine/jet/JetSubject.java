package dev.rebound.engine.jet;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.JarProgram;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramCluster;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Hazelcast Jet as an experiment sets it. */
record JetSubject(
    EngineSpec spec, JobSpec job, Plan plan, JetSettings settings, EngineVersion version)
    implements Subject {

  @Override
  public List<String> witness() {
    return version.witness();
  }

  @Override
  public EngineDeclaration declaration() {
    return JetEngine.DECLARATION;
  }

  @Override
  public List<Link> links() {
    Link brokers = KafkaPart.from(JobWorker.ROLE);
    return spec.workers() > 1
        ? List.of(brokers, new Link(JobWorker.ROLE, JobWorker.ROLE, JetEngine.PORT))
        : List.of(brokers);
  }

  @Override
  public Duration noticesWithin() {
    return Duration.ofSeconds(
        isOurs() ? settings.silenceSeconds() : JetSettings.STOCK_SILENCE_SECONDS);
  }

  private boolean isOurs() {
    return !JarProgram.in(spec);
  }

  @Override
  public String reserve() {
    int copies = settings.deathsBorne();
    return isOurs()
        ? "%s of each snapshot with other members; those that live take work over"
            .formatted(copies == 1 ? "1 copy" : copies + " copies")
        : "";
  }

  /** Members see each other go: where all died, nobody is left to notice. */
  @Override
  public Set<Step> steps(FaultScope fault) {
    if (!isOurs()) {
      return Set.of();
    }
    Set<Step> steps = Subject.super.steps(fault);
    return fault.deadly() && fault.hitsAll() && !steps.isEmpty()
        ? Set.of(Step.REASSIGNED, Step.RESTORED)
        : steps;
  }

  @Override
  public Optional<String> endangered(FaultScope fault) {
    return isOurs() ? settings.endangered(fault) : Optional.empty();
  }

  @Override
  public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
    Members members = Members.start(plan, platform);
    if (!isOurs()) {
      return Members.up(
          new ProgramCluster(name(), members, new JobProgress.NoProgress()),
          cluster -> cluster.awaitReady(by, RestartPolicy.of(spec).always()));
    }
    return Members.up(
        new JetCluster(members, job.group(), settings.backups(), version),
        cluster -> cluster.awaitRunning(by));
  }
}
