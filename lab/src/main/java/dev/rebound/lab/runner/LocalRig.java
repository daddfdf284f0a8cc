package dev.rebound.lab.runner;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.evidence.ClockOffset;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.units.Rate;
import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.artifact.Artifacts;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.jvm.Jdk;
import dev.rebound.lab.jvm.RunningJvm;
import dev.rebound.lab.kafka.BrokerClocks;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.nemesis.BreakableMembers;
import dev.rebound.lab.nemesis.HeldMembers;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.platform.Machine;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.probe.CollectionProbe;
import dev.rebound.lab.probe.OtherPrograms;
import dev.rebound.lab.probe.Sampler;
import dev.rebound.lab.probe.StolenShare;
import dev.rebound.lab.rig.Deployment;
import dev.rebound.lab.rig.Load;
import dev.rebound.lab.rig.Parts;
import dev.rebound.lab.rig.RunningLoad;
import dev.rebound.lab.rig.RunningObserver;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.ClassSharing;
import dev.rebound.platform.CoresSpec;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeProcess;
import dev.rebound.platform.OnThisMachine;
import dev.rebound.platform.Pinning;
import dev.rebound.platform.Platform;
import dev.rebound.platform.SubjectJdk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The real thing: brokers, engine, and for each job load generators and observer, as processes of a
 * platform, and probes.
 */
final class LocalRig implements Rig {
  private static final Duration LEAD = Duration.ofSeconds(3);

  /** For the end of a job's load, which is asked for it once that of the job before is over. */
  private static final Duration NEXT_LOAD_MIN = Duration.ofSeconds(10);

  private static final Duration FILLING_MAX = Duration.ofMinutes(30);

  private static final String LAB_JDK = Jdk.ofLab().name();

  private final Jobs jobs;
  private final Experiment experiment;
  private final Journal journal;
  private final boolean keep;
  private final Deployment deployment;
  private final List<PlannedParts> planned;
  private final List<RunPlan> plans;
  private final Sampler sampler;
  private final Supervisor supervisor;
  private final HeldMembers held = new HeldMembers();
  private final ProcessLives lives;
  private final List<JobUnderWay> underWay = new ArrayList<>();
  private int ungathered;
  private volatile boolean stopped;
  private ClockOffset clocks = ClockOffset.NONE;
  private final StolenShare stolen = new StolenShare();

  /** By node, as the first of its lives ran; others are set alike. */
  private final Map<String, RunningJvm> jvms = new ConcurrentSkipListMap<>();

  /**
   * @param keep leave topics and node folders as they are at the end
   * @param stop true once a person wants an end, which may be before this is there
   */
  LocalRig(
      Jobs jobs,
      Engine engine,
      Artifacts artifacts,
      Platforms platforms,
      boolean keep,
      BooleanSupplier stop) {
    this.jobs = jobs;
    this.experiment = jobs.first().experiment();
    this.journal = jobs.journal();
    this.keep = keep;
    RestartPolicy policy = RestartPolicy.of(experiment.engine());
    this.supervisor =
        new Supervisor(
            policy,
            Time.real()::micros,
            node -> members().restarted(node),
            (node, e) ->
                journal.append(
                    Event.DoubtRaised.of(
                        Doubt.NOT_HEALED,
                        node.name() + " could not be started again by its policy: " + e)));
    this.lives = new ProcessLives(journal, policy, supervisor, held);
    this.ungathered = jobs.all().size();
    RunDirectory directory = jobs.first().directory();
    Platform platform =
        platforms.open(
            directory.path(),
            directory.runId(),
            artifacts,
            (code, message, remedy) ->
                journal.append(new Event.DoubtRaised(code, message, remedy)));
    this.deployment =
        new Deployment(platform, this::say, this::sample, () -> stopped || stop.getAsBoolean());
    try {
      Deadline by = Deadline.after(experiment.phases().start());
      if (!experiment.engine().java().isEmpty()) {
        SubjectJdk.on(platform).subjectJdk(PlannedParts.jdk(experiment).home());
      }
      Parts.before(experiment, engine, directory.runId(), platform)
          .forEach(part -> deployment.prepare(part, by));
      Parts.requireProgram(experiment);
      this.planned = PlannedParts.of(experiment, engine, directory.runId(), platform);
      this.plans = PlannedParts.plans(planned);
    } catch (RuntimeException e) {
      deployment.close();
      if (!keep) {
        platform.discard(Set.of());
      }
      throw e;
    }
    this.sampler =
        new Sampler(
            jobs.journals().stream().<Consumer<Event>>map(own -> own::append).toList(),
            ExperimentTerms.rules(experiment, planned.get(0).instruments().promise()).baseline());
  }

  private void sample(RunningPart running) {
    running.probes().forEach(sampler::add);
  }

  private void say(String line) {
    journal.append(new Event.Progress(line));
  }

  /** The plans of this run, one as each of its jobs sees it: what it will do, need and take. */
  List<RunPlan> plans() {
    return plans;
  }

  /** Has fetched and built what the processes are started from, however long that takes. */
  void provide() {
    planned.get(0).parts().all().forEach(part -> part.provide(platform()));
  }

  /** What else runs on the machine of the run; empty where it runs on another one. */
  Optional<OtherPrograms> others() {
    return platform() instanceof OnThisMachine here
        ? Optional.of(new OtherPrograms(here))
        : Optional.empty();
  }

  /** The room that the platform has left for it. */
  FreeResources room() {
    return platform().room();
  }

  /** What the subject has to do its work with; once it ran, with the collector that it had. */
  SubjectMeans means() {
    SubjectMeans means = planned.get(0).parts().subject().means();
    String collectors = ofWorkers(RunningJvm::collector);
    if (!collectors.isEmpty()) {
      means = means.with(SubjectMeans.Mean.COLLECTOR, collectors);
    }
    String jdks = ofWorkers(RunningJvm::java);
    return jdks.isEmpty() || jdks.equals(LAB_JDK) ? means : means.with(SubjectMeans.Mean.JDK, jdks);
  }

  private String ofWorkers(Function<RunningJvm, String> fact) {
    return jvms.values().stream()
        .filter(jvm -> jvm.role().equals("worker"))
        .map(fact)
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** Texts of the subject's logs whose lines explain what a run shows. */
  List<String> witness() {
    return planned.get(0).parts().subject().witness();
  }

  /** The JVMs that ran, by node; none where the system does not tell. */
  List<RunningJvm> jvms() {
    return List.copyOf(jvms.values());
  }

  /** Share of all cores' time since the run began that a hypervisor gave to others. */
  OptionalDouble stolen() {
    return stolen.now();
  }

  private void lookAtJvms() {
    if (platform() instanceof OnThisMachine here) {
      for (NodeProcess process : here.processes()) {
        if (process.alive() && !jvms.containsKey(process.node())) {
          RunningJvm.of(process).ifPresent(jvm -> jvms.put(jvm.node(), jvm));
        }
      }
    }
  }

  /** What the subject holds in reserve, in words. */
  String reserve() {
    return planned.get(0).parts().subject().reserve();
  }

  /**
   * Which builds of Rebound's own services run in it; see {@link
   * dev.rebound.platform.ClassPaths#services}.
   */
  Map<String, String> services() {
    return platform().classPaths().services();
  }

  private Platform platform() {
    return deployment.platform();
  }

  @Override
  public void start(Deadline by, List<? extends Consumer<Transition>> sinks) {
    platform().listen(lives);
    CoresSpec asked = experiment.cores();
    if (asked != null) {
      say("cores: " + Pinning.on(platform()).pin(asked));
    }
    Machine.probes(platform()).forEach(sampler::add);
    sampler.add(
        new CollectionProbe(
            platform()::nodes, jobs.first().directory().file(CollectionProbe.FILE)));
    others().ifPresent(sampler::watch);
    KafkaCluster kafka = deployment.startBrokers(planned.get(0).parts(), by);
    clocks = kafka.clocks(clockTopic());
    BrokerClocks.require(clocks);
    // Counted before there is a job: its core and the rig's are then free of it.
    OutputsDue made = made(planned.get(0), by);
    RunningLoad ahead = ahead(planned.get(0));
    Cluster first = deployment.startSubject(planned.get(0).parts(), by);
    Deadline rest = by.later(apart());
    for (Job job : jobs.all()) {
      PlannedParts its = planned.get(job.number());
      Cluster cluster = first;
      if (job.number() > 0) {
        say("starting the " + SecondJob.words(job.number()));
        cluster = deployment.add(first.also(its.parts().job(), rest));
      }
      cluster.watch(sinks.get(job.number()));
      underWay.add(new JobUnderWay(job, its, deployment, sampler, kafka, cluster, made, rest));
    }
    if (ahead != null) {
      first().sending(ahead);
    }
    sampler.start();
  }

  /** What is due of records that the job makes itself; null where it reads them. */
  private @Nullable OutputsDue made(PlannedParts first, Deadline by) {
    if (!experiment.load().generated()) {
      return null;
    }
    say(
        String.format(
            Locale.ROOT, "counting the outputs that are due of %,d records", first.recordsMax()));
    return OutputsDue.ofMade(first.parts().job().workload(), first.recordsMax(), by, () -> stopped);
  }

  /** The load that begins before there is a job; null if it comes later. */
  private @Nullable RunningLoad ahead(PlannedParts first) {
    if (experiment.load().generated()) {
      Load.LoadTurn turn = new Load.LoadTurn(0, Rate.MAX, first.recordsMax(), Time.real().micros());
      return deployment.add(first.load().start(turn, platform()));
    }
    return experiment.load().backlog() ? fill(first) : null;
  }

  /** Sends all records before there is a job. */
  private RunningLoad fill(PlannedParts first) {
    return deployment.fill(
        first.load(),
        first.parts().job(),
        first.recordsMax(),
        Deadline.after(FILLING_MAX),
        () -> stopped,
        lives::broken);
  }

  @Override
  public void stopSoon() {
    stopped = true;
  }

  @Override
  public Duration apart() {
    return deployment.apart();
  }

  private JobUnderWay first() {
    return underWay.get(0);
  }

  @Override
  public long startLoad() {
    if (experiment.load().workedOff()) {
      return Time.real().micros();
    }
    long first = Time.real().micros() + LEAD.toNanos() / 1000;
    underWay.forEach(job -> job.send(0, job.rate(), first));
    return first;
  }

  /**
   * Starts a load of another rate than the experiment's; returns the intended send time of its
   * first record, microseconds since the epoch.
   *
   * @param round see {@link Load.LoadTurn}
   */
  long send(int round, Rate rate) {
    long first = Time.real().micros() + LEAD.toNanos() / 1000;
    first().send(round, rate, first);
    return first;
  }

  /** Ends a load that another one may follow. */
  void endLoad(Deadline by) {
    first().endLoad(by);
  }

  @Override
  public boolean loadOver() {
    return first().loadOver();
  }

  @Override
  public long recordsMax() {
    return planned.get(0).recordsMax();
  }

  @Override
  public boolean outputSeen() {
    return underWay.stream().allMatch(JobUnderWay::outputSeen);
  }

  @Override
  public SubjectInterface.FirstSign firstSign() {
    SubjectInterface.FirstSign sign = planned.get(0).instruments().asked().firstSign();
    String fates = underWay.isEmpty() ? "" : first().sending().fates();
    return fates.isEmpty()
        ? sign
        : new SubjectInterface.FirstSign(sign.missing() + " (" + fates + ")", sign.remedy());
  }

  @Override
  public Optional<String> died() {
    return lives.died();
  }

  @Override
  public Optional<String> nobodyLeft() {
    return lives.nobodyLeft();
  }

  @Override
  public int unplannedExits() {
    return lives.unplanned();
  }

  @Override
  public Optional<AnalysisResult> soFar(long committedSinceMicros) {
    return first().soFar(committedSinceMicros);
  }

  @Override
  public void shareClasses(Duration limit, BooleanSupplier stop) {
    if (platform() instanceof ClassSharing sharing) {
      new SharedClasses(sharing, journal).make(limit, stop);
    }
  }

  @Override
  public BreakableMembers members() {
    Subject subject = planned.get(0).parts().subject();
    boolean tells = !subject.declaration().capabilities().steps().isEmpty();
    return new Breakable(deployment.breakable(), subject::steps, tells);
  }

  @Override
  public HeldMembers held() {
    return held;
  }

  @Override
  public void phase(String name) {
    lives.phase(name);
    lookAtJvms();
    sampler.phase(name);
  }

  @Override
  public void stopLoad(Deadline by) {
    Deadline next = by;
    for (JobUnderWay job : underWay) {
      job.stopLoad(next);
      next = by.left().compareTo(NEXT_LOAD_MIN) < 0 ? Deadline.after(NEXT_LOAD_MIN) : by;
    }
  }

  @Override
  public Optional<String> undrained() {
    // All are looked at each time, as what is known of a drain is as of its last look.
    List<Optional<String>> missing = underWay.stream().map(JobUnderWay::undrained).toList();
    return missing.stream().flatMap(Optional::stream).findFirst();
  }

  @Override
  public Duration repeatsWithin() {
    return underWay.stream()
        .map(JobUnderWay::repeatsWithin)
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  @Override
  public void closingRound(int round, Deadline by) {
    underWay.forEach(job -> job.closingRound(round, by));
  }

  @Override
  public void stopJobs(Deadline by) {
    supervisor.close();
    RunningObserver.stop(underWay.stream().map(JobUnderWay::observing).toList(), by);
    underWay.forEach(JobUnderWay::takeComplaints);
    sampler.close();
    deployment.kafka().ifPresent(this::measureClocksAgain);
    for (int job = underWay.size() - 1; job >= 0; job--) {
      underWay.get(job).end();
    }
  }

  private String clockTopic() {
    return planned.get(0).parts().job().input() + "-clock";
  }

  /** Clocks that went apart meanwhile leave no time known. */
  private void measureClocksAgain(KafkaCluster kafka) {
    String problem;
    try {
      clocks = clocks.and(kafka.clocks(clockTopic()));
      problem = BrokerClocks.problem(clocks);
    } catch (ReboundException e) {
      problem = String.valueOf(e.getMessage());
    }
    if (!problem.isEmpty()) {
      journal.append(Event.DoubtRaised.of(Doubt.CLOCK_STEP, problem));
    }
  }

  @Override
  public Optional<String> broken() {
    return lives
        .broken()
        .or(() -> jobs.failure().or(sampler::failure).map(e -> String.valueOf(e.getMessage())));
  }

  @Override
  public Evidence evidence(int job) {
    Evidence evidence =
        EvidenceBuilder.builder(underWay.get(job).evidence()).clocks(clocks).build();
    ungathered--;
    return evidence;
  }

  /** The files of the lab's own processes are of no use to anyone. */
  void gatherNothing() {
    ungathered = 0;
  }

  @Override
  public void close() {
    supervisor.close();
    try {
      sampler.close();
      if (!keep && !experiment.kafka().ours()) {
        deployment.kafka().ifPresent(KafkaCluster::deleteOwnTopics);
      }
    } catch (ReboundException e) {
      journal.append(
          new Event.DoubtRaised(
              "topics-left", String.valueOf(e.getMessage()), "Delete the run's topics by hand."));
    } finally {
      deployment.close();
    }
    if (!keep) {
      // Files of the run's own instruments stay where nobody has taken them yet.
      platform().discard(ungathered == 0 ? Set.of() : instrumentNames());
    }
  }

  private Set<String> instrumentNames() {
    return platform().nodes().stream()
        .filter(node -> node.owner() == Owner.INSTRUMENT)
        .map(Node::name)
        .collect(Collectors.toSet());
  }
}
