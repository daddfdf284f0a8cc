package dev.rebound.lab.runner;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.Owner;
import dev.rebound.analysis.units.Rate;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.part.Running;
import dev.rebound.lab.platform.CoresSpec;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.platform.Room;
import dev.rebound.lab.probe.Probe;
import dev.rebound.lab.probe.Sampler;
import dev.rebound.lab.rig.Deployment;
import dev.rebound.lab.rig.Load;
import dev.rebound.lab.rig.Observing;
import dev.rebound.lab.rig.Sending;
import dev.rebound.lab.rig.Tools;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
  private static final Duration LEAD = Duration.ofSeconds(3);

  /** For the end of the second job's load, which is asked for it once that of the first is over. */
  private static final Duration SECOND_LOAD_MIN = Duration.ofSeconds(10);

  private final Experiment experiment;
  private final RunDirectory directory;
  private final Journal journal;
  private final boolean keep;
  private final Deployment deployment;
  private final Planned planned;
  private final Tools tools;
  private final Sampler sampler;
  private final Lives lives;
  private final RigWatch watch = new RigWatch();
  private final @Nullable BesideJob beside;
  private @Nullable JobUnderWay job;
  private @Nullable Sending sending;
  private boolean gathered;
  private long droppedLate;

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
    this(experiment, engine, directory, journal, artifacts, platforms, keep, null);
  }

  /**
   * @param companion the second job, where the experiment has one and is to be started; else null
   */
  LocalRig(
      Experiment experiment,
      Engine engine,
      RunDirectory directory,
      Journal journal,
      Artifacts artifacts,
      Platforms platforms,
      boolean keep,
      @Nullable Companion companion) {
    this.experiment = experiment;
    this.directory = directory;
    this.journal = journal;
    this.keep = keep;
    this.lives = new Lives(journal);
    Platform platform =
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
    this.tools = new Tools(platform, planned.instruments());
    this.sampler =
        new Sampler(
            journal::append, RigRules.of(experiment, planned.instruments().promise()).baseline());
    this.deployment =
        new Deployment(
            platform,
            this::say,
            running -> running.probes().forEach(probe -> sample(probe, running)));
    Planned second = planned.beside();
    this.beside =
        companion == null || second == null
            ? null
            : new BesideJob(companion, second, deployment, sampler);
    journal.listen(watch);
  }

  /** What one job has of its own says nothing of another. */
  private void sample(Probe probe, Running of) {
    if (of instanceof Cluster || of instanceof Observing || of instanceof Sending) {
      sampler.add(probe, sampler.own());
    } else {
      sampler.add(probe);
    }
  }

  private void say(String line) {
    journal.append(new Event.Progress(line));
  }

  /** What this run will do, need and take. */
  public RunPlan plan() {
    return planned.run();
  }

  /** The same of the second job. */
  RunPlan besidePlan() {
    return Objects.requireNonNull(planned.beside(), "there is no second job").run();
  }

  /** What the platform has left for it. */
  public Room room() {
    return platform().room();
  }

  /** Which builds of Rebound's own services run in it; see {@link Platform#services}. */
  public Map<String, String> services() {
    return platform().services();
  }

  private Platform platform() {
    return deployment.platform();
  }

  @Override
  public void start(Deadline by, Consumer<Transition> sink) {
    platform().listen(lives);
    CoresSpec asked = experiment.cores();
    if (asked != null) {
      say("cores: " + platform().pin(asked));
    }
    platform().probes().forEach(sampler::add);
    JobUnderWay first = JobUnderWay.start(planned, deployment, sampler, tools, by, sink);
    job = first;
    if (beside != null) {
      say("starting the second job");
      beside.start(first, by);
    }
    sampler.start();
  }

  private JobUnderWay job() {
    return Objects.requireNonNull(job, "the rig has not started");
  }

  private Sending sending() {
    return Objects.requireNonNull(sending, "the load has not started");
  }

  @Override
  public long startLoad() {
    long first = send(0, experiment.load().rate());
    if (beside != null) {
      beside.send(first);
    }
    return first;
  }

  /**
   * Starts a load; returns the intended send time of its first record, microseconds since the
   * epoch.
   *
   * @param round see {@link Load.Turn}
   */
  long send(int round, Rate rate) {
    long first = Time.real().micros() + LEAD.toNanos() / 1000;
    Load.Turn turn = new Load.Turn(round, rate, planned.recordsMax(), first);
    sending = deployment.add(planned.load().start(turn, platform()));
    return first;
  }

  /** Ends a load that another one may follow. */
  void endLoad(Deadline by) {
    Sending ending = sending;
    if (ending != null) {
      ending.stop(by);
      ending.probes().forEach(sampler::remove);
      deployment.end(ending);
      sending = null;
    }
  }

  @Override
  public boolean loadOver() {
    return sending().over();
  }

  @Override
  public long recordsMax() {
    return planned.recordsMax();
  }

  @Override
  public boolean outputSeen() {
    return job().observing().records() > 0 && (beside == null || beside.outputSeen());
  }

  @Override
  public void shareClasses(Duration limit, BooleanSupplier stop) {
    new SharedClasses(platform(), journal).make(limit, stop);
  }

  @Override
  public Nemesis.Targets targets() {
    return new Breakable(deployment.breakable());
  }

  @Override
  public void phase(String name) {
    lives.phase(name);
    sampler.phase(name);
  }

  @Override
  public void stopLoad(Deadline by) {
    sending().stop(by);
    job().drain().loadStopped(sending());
    if (beside != null) {
      boolean late = by.left().compareTo(SECOND_LOAD_MIN) < 0;
      beside.stopLoad(late ? Deadline.after(SECOND_LOAD_MIN) : by);
    }
  }

  @Override
  public Optional<String> undrained() {
    Optional<String> missing = job().drain().undrained();
    // Both are looked at each time, as what is known of a drain is as of its last look.
    Optional<String> other = beside == null ? Optional.empty() : beside.undrained();
    return missing.or(() -> other);
  }

  @Override
  public void closingRound(int round, Deadline by) {
    if (Runner.readsOutState(experiment)) {
      job().drain().closingRound(round, by);
    }
    if (beside != null) {
      beside.closingRound(round, by);
    }
  }

  @Override
  public void stopJob(Deadline by) {
    job().stopObserving(planned.parts().subject().processes(), journal, by);
    droppedLate = job().cluster().droppedLate();
    if (beside != null) {
      beside.stop(by);
    }
    sampler.close();
    deployment.end(job().cluster());
  }

  @Override
  public Optional<String> broken() {
    return lives
        .broken()
        .or(() -> journal.failure().map(e -> String.valueOf(e.getMessage())))
        .or(() -> sampler.failure().map(e -> String.valueOf(e.getMessage())))
        .or(() -> beside == null ? Optional.empty() : beside.broken());
  }

  @Override
  public Evidence evidence(
      List<Nemesis.Injected> faults,
      List<Transition> transitions,
      List<Evidence.PhaseTimes> phases) {
    Evidence evidence =
        new LocalEvidence(experiment, planned, directory, journal, tools)
            .gather(
                sending().sent(),
                job(),
                new LocalEvidence.Told(
                    faults, watch.followed(journal), transitions, phases, droppedLate));
    gathered = beside == null;
    return evidence;
  }

  @Override
  public Optional<Evidence> besideEvidence(
      List<Nemesis.Injected> faults, List<Evidence.PhaseTimes> phases) {
    if (beside == null) {
      return Optional.empty();
    }
    Evidence evidence = beside.evidence(faults, phases);
    gathered = true;
    return Optional.of(evidence);
  }

  /** What the lab's own processes wrote is of no use to anyone. */
  void gatherNothing() {
    gathered = true;
  }

  @Override
  public void close() {
    try {
      sampler.close();
      if (!keep && !experiment.kafka().ours()) {
        deployment.kafka().ifPresent(KafkaCluster::deleteOwnTopics);
      }
    } catch (ReboundException e) {
      journal.append(
          new Event.Warning(
              "topics-left", String.valueOf(e.getMessage()), "Delete the run's topics by hand."));
    } finally {
      deployment.close();
    }
    if (!keep) {
      // What the run's own instruments wrote stays where nobody has taken it yet.
      platform().discard(gathered ? Set.of() : instrumentNames());
    }
  }

  private Set<String> instrumentNames() {
    return platform().nodes().stream()
        .filter(node -> node.owner() == Owner.INSTRUMENT)
        .map(Node::name)
        .collect(Collectors.toSet());
  }
}
