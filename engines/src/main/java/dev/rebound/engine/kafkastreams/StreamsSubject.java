package dev.rebound.engine.kafkastreams;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.compare.run.SubjectMeans.Mean;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.Members;
import dev.rebound.engine.adapter.ProgramCluster;
import dev.rebound.engine.adapter.ProgramOptions;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Kafka Streams as an experiment sets it.
 *
 * @param program that runs in place of our job
 */
record StreamsSubject(
    EngineSpec spec,
    JobSpec job,
    Plan plan,
    StreamsSettings settings,
    EngineVersion version,
    Optional<StreamsProgram> program)
    implements Subject {

  @Override
  public List<String> witness() {
    return version.witness();
  }

  @Override
  public EngineDeclaration declaration() {
    return KafkaStreamsEngine.DECLARATION;
  }

  @Override
  public List<Link> links() {
    return List.of(KafkaPart.from(JobWorker.ROLE));
  }

  @Override
  public Map<String, String> brokerSettings() {
    Map<String, String> all = new LinkedHashMap<>(Subject.super.brokerSettings());
    all.putAll(settings.broker());
    return all;
  }

  @Override
  public Map<String, Long> brokerLimits() {
    return settings.streamsProtocol()
        ? Map.of()
        : Map.of("group.min.session.timeout.ms", settings.sessionMillis());
  }

  @Override
  public Duration noticesWithin() {
    return ProgramOptions.noticesWithin(spec, Duration.ofMillis(settings.sessionMillis()));
  }

  /** As config leaves them; a program of the user's sets its own. */
  @Override
  public SubjectMeans means() {
    SubjectMeans planned = Subject.super.means();
    if (program.isPresent()) {
      return planned;
    }
    Map<String, String> effective = plan.settings();
    String standbys = Integer.toString(settings.standbys());
    return planned
        .with(Mean.COMMIT_INTERVAL, settings.commitInterval(effective))
        .with(Mean.THREADS, effective.getOrDefault("num.stream.threads", spec.threads() + ""))
        .with(Mean.STANDBYS, effective.getOrDefault("num.standby.replicas", standbys));
  }

  @Override
  public String reserve() {
    String copies = means().of(Mean.STANDBYS).orElse("");
    return switch (copies) {
      case "" -> "";
      case "0" ->
          "no copy of a state; survivors' threads take tasks over, and read states from changelogs";
      default ->
          copies
              + (copies.equals("1") ? " copy" : " copies")
              + " of each state on other workers; survivors' threads take tasks over";
    };
  }

  /** False of a program of which nothing is heard. */
  private boolean tells() {
    return program.map(StreamsProgram::tells).orElse(true);
  }

  /**
   * A rebalance is heard of by workers that ran before it: where all of them died, those that come
   * back begin anew, and nobody has noticed anything. A static member that is back within the
   * session takes its tasks up again without a rebalance.
   */
  @Override
  public Set<Step> steps(FaultScope fault) {
    if (!tells()) {
      return Set.of();
    }
    Set<Step> steps = Subject.super.steps(fault);
    boolean takesUp =
        settings.staticMembers() && fault.sameIdentity() && !fault.outlasts(noticesWithin());
    return fault.deadly() && (fault.hitsAll() || takesUp) && !steps.isEmpty()
        ? Set.of(Step.REASSIGNED, Step.RESTORED)
        : steps;
  }

  @Override
  public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
    String application = job.group();
    Members workers = Members.start(plan, platform);
    if (!tells()) {
      return Members.up(
          new ProgramCluster(name(), workers, new JobProgress.CommittedByGroup(application)),
          cluster -> cluster.awaitReady(by, RestartPolicy.of(spec).always()));
    }
    return Members.up(
        program.isPresent()
            ? StreamsCluster.program(workers, application, version)
            : StreamsCluster.ours(
                workers,
                application,
                job.keyed(),
                (job.keyed() ? 2 : 1) * job.partitions(),
                version),
        cluster -> cluster.awaitRunning(by));
  }
}
