package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.units.Rate;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.EngineComplaint;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.probe.ChangelogProbe;
import dev.rebound.lab.probe.CommitLog;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.probe.LagProbe;
import dev.rebound.lab.probe.Sampler;
import dev.rebound.lab.rig.Deployment;
import dev.rebound.lab.rig.LabTools;
import dev.rebound.lab.rig.Load;
import dev.rebound.lab.rig.RunningLoad;
import dev.rebound.lab.rig.RunningObserver;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.topic.TopicLanes;
import dev.rebound.platform.Probe;
import dev.rebound.platform.ProcessSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A job that runs on its cluster, with a load, an observer and a drain of its own. For one thread.
 */
final class JobUnderWay {
  private static final double ALL_BUT_A_FEW = 0.95;

  private final Job job;
  private final PlannedParts planned;
  private final Deployment deployment;
  private final Sampler sampler;
  private final LabTools tools;
  private final KafkaCluster kafka;
  private final Cluster cluster;
  private final RunningObserver observing;
  private final LagProbe lag;
  private final @Nullable CommitLog commits;
  private final Duration quiet;
  private final RemainingWork drain;

  /** What is due of records that the job makes itself; null where it reads them. */
  private final @Nullable OutputsDue made;

  private volatile @Nullable RunningLoad sending;
  private long droppedLate;

  /**
   * Starts all that is its own but the load.
   *
   * @param cluster that it runs on
   * @param made what is due of records that it makes itself; null where it reads them
   */
  JobUnderWay(
      Job job,
      PlannedParts planned,
      Deployment deployment,
      Sampler sampler,
      KafkaCluster kafka,
      Cluster cluster,
      @Nullable OutputsDue made,
      Deadline by) {
    this.job = job;
    this.planned = planned;
    this.deployment = deployment;
    this.sampler = sampler;
    this.kafka = kafka;
    this.cluster = cluster;
    this.made = made;
    this.tools = new LabTools(deployment.platform(), planned.instruments());
    observing = deployment.add(planned.observer().start(deployment.platform(), by, line -> {}));
    JobSpec spec = planned.parts().job();
    lag =
        new LagProbe(
            kafka.bootstrap().outside(),
            spec.client(),
            spec.inputLanes(),
            planned.instruments().outputLanes().orElse(TopicLanes.NONE),
            progress(),
            spec.generated() == 0);
    Subject subject = planned.parts().subject();
    quiet = OutputFlow.quiet(subject.spec().commitInterval(), subject.noticesWithin());
    drain = new RemainingWork(tools, kafka, cluster, progress(), observing, quiet);
    cluster.probes().forEach(this::sample);
    observing.probes().forEach(this::sample);
    sample(lag);
    commits = commits(kafka);
    if (commits != null) {
      sample(commits);
    }
    cluster
        .ownTopics()
        .changelog()
        .ifPresent(
            topics ->
                sample(new ChangelogProbe(kafka.bootstrap().outside(), spec.client(), topics)));
  }

  /** What its group commits of what it reads, read often; null where it reads nothing. */
  private @Nullable CommitLog commits(KafkaCluster kafka) {
    JobSpec spec = planned.parts().job();
    if (planned.instruments().asked() instanceof SubjectInterface.OverHttp
        || spec.generated() > 0) {
      return null;
    }
    try {
      Path data = Files.createDirectories(job.directory().file("data"));
      return new CommitLog(
          kafka.bootstrap().outside(),
          spec.client(),
          spec.inputLanes(),
          progress(),
          UnthrottledLoad.loaded(job.experiment().phases()),
          data.resolve("commits.bin"));
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write what the job commits: " + e,
          "Free disk space, or choose another folder with --runs.",
          e);
    }
  }

  /** A probe of one job's own tells nothing of another job. */
  private void sample(Probe probe) {
    sampler.add(probe, job.number());
  }

  /** A job that makes its records commits nothing of them. */
  private JobProgress progress() {
    return planned.parts().job().generated() > 0
        ? new JobProgress.NoProgress()
        : cluster.progress();
  }

  /** The rate of its load, as the experiment says. */
  Rate rate() {
    return job.experiment().load().rate();
  }

  RunningLoad sending() {
    return Objects.requireNonNull(sending, "the load has not started");
  }

  /**
   * True once there is no load any more. Of records that the job makes itself its outputs tell:
   * when all but a few of those that are due have been seen, however often.
   */
  boolean loadOver() {
    return made == null ? sending().over() : observing.distinct() >= ALL_BUT_A_FEW * made.outputs();
  }

  /**
   * Starts a load.
   *
   * @param round see {@link Load.LoadTurn}
   * @param firstMicros intended send time of its first record
   */
  void send(int round, Rate rate, long firstMicros) {
    Load.LoadTurn turn = new Load.LoadTurn(round, rate, planned.recordsMax(), firstMicros);
    sending(deployment.add(planned.load().start(turn, deployment.platform())));
  }

  /** Takes in a load that was started before it. */
  void sending(RunningLoad started) {
    started.probes().forEach(this::sample);
    sending = started;
  }

  /** Ends a load that another one may follow. */
  void endLoad(Deadline by) {
    RunningLoad ending = sending;
    if (ending != null) {
      ending.stop(by);
      ending.probes().forEach(sampler::remove);
      deployment.end(ending);
      sending = null;
    }
  }

  boolean outputSeen() {
    boolean alone =
        planned.instruments().asked() instanceof SubjectInterface.OverHttp service
            && service.written().isEmpty();
    return alone ? sending().accepted() > 0 : observing.records() > 0;
  }

  /** Asks the load for its end, and waits for it. */
  void stopLoad(Deadline by) {
    sending().stop(by);
    if (made == null) {
      drain.loadStopped(sending());
    } else {
      drain.loadStopped(made);
    }
  }

  /** Tells in words what is still to come of it. */
  Optional<String> undrained() {
    Optional<String> missing = drain.undrained();
    return job.number() == 0
        ? missing
        : missing.map(what -> "of the " + SecondJob.words(job.number()) + ": " + what);
  }

  /**
   * For how long after a fault outputs may come again although all that is due was seen once: its
   * load may have ended before the fault was noticed, and nothing shows what it does then. See
   * {@link Rig#repeatsWithin}.
   */
  Duration repeatsWithin() {
    return made == null || planned.instruments().transactional() ? Duration.ZERO : quiet;
  }

  /** Has its final states read out, where it has any. */
  void closingRound(int round, Deadline by) {
    if (Runner.readsOutState(job.experiment())) {
      drain.closingRound(round, by);
    }
  }

  /** See {@link Rig#soFar}; of a job with topics alone. */
  Optional<AnalysisResult> soFar(long committedSinceMicros) {
    RunningLoad load = sending;
    JobSpec spec = planned.parts().job();
    if (load == null
        || spec.generated() > 0
        || !(planned.instruments().asked() instanceof SubjectInterface.ByTopics)) {
      return Optional.empty();
    }
    try (SeenSoFar seen = new SeenSoFar(job.directory().file("so-far"), tools, kafka, observing)) {
      // What a job has still to do in topics of its own, or to commit, may come of any input; and
      // rows may be hidden, or not looked for just now, though nobody says so.
      boolean tells =
          committedSinceMicros != Long.MAX_VALUE
              && planned.instruments().asked().rows().isEmpty()
              && progress() instanceof JobProgress.CommittedByGroup
              && !planned.instruments().transactional()
              && (cluster.ownTopics().none()
                  || kafka.topics(cluster.ownTopics().shuffle()).isEmpty());
      List<Long> committed =
          tells
              ? Certainty.committedThroughout(
                  lag.committedOffsets(),
                  lag.inputEndOffsets(),
                  planned.instruments().lanes(),
                  committedSinceMicros)
              : Collections.nCopies(planned.instruments().lanes(), 0L);
      return Optional.of(seen.audit(load.sent(), committed));
    } catch (IOException e) {
      throw ReboundException.environment(e.toString(), "Free disk space; the run goes on.", e);
    }
  }

  /** What reads its outputs. */
  RunningObserver observing() {
    return observing;
  }

  /** Tells what the engine complains of, once nothing is observed any more. */
  void takeComplaints() {
    List<String> nodes =
        planned.parts().subject().processes().stream().map(ProcessSpec::node).toList();
    EngineComplaint.together(cluster.complaints())
        .forEach(complaint -> job.journal().append(warning(complaint, nodes)));
    droppedLate = cluster.droppedLate();
  }

  /** Lets go of the cluster. */
  void end() {
    deployment.end(cluster);
  }

  Evidence evidence() {
    return new LocalEvidence(job, tools, observing, lag, commits, drain)
        .gather(sending().sent(), droppedLate);
  }

  /**
   * The journal's warning of a complaint.
   *
   * @param nodes of the engine
   */
  static Event.DoubtRaised warning(EngineComplaint.SharedComplaint complaint, List<String> nodes) {
    String logs =
        (complaint.nodes().isEmpty() ? nodes : complaint.nodes())
            .stream().map(node -> "logs/" + node + ".log").collect(Collectors.joining(", "));
    return new Event.DoubtRaised(
        "engine-complaint", complaint.message(), "See " + logs + " in the run's folder.");
  }
}
