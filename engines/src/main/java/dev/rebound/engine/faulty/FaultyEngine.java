package dev.rebound.engine.faulty;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JobFile;
import dev.rebound.engine.adapter.JobWorker;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.engine.Subject;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineDeclaration.Capabilities;
import dev.rebound.lab.experiment.EngineDeclaration.JarSet;
import dev.rebound.lab.experiment.EngineDeclaration.Support;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.KafkaSpec;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.ScalarType;
import dev.rebound.lab.kafka.KafkaPart;
import dev.rebound.lab.part.Link;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.Grouping;
import dev.rebound.workload.Workloads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * N worker processes on plain Kafka clients that make the classic mistake named by {@code bug}.
 *
 * <p>It claims any guarantee, also those that its bug breaks: that is what must be caught. Without
 * a bug, identities are right within the guarantee; running counts of rules never are, as workers
 * do not shuffle. Windows by count of visits that are sent by key need no shuffle, nor do sessions
 * of either kind, and are right.
 */
public final class FaultyEngine implements Engine {
  private static final String NAME = "faulty";
  private static final String JOB = "job:rebound-job-faulty";
  private static final String MAIN = "dev.rebound.job.faulty.FaultyJob";
  private static final String READY = "Loop - reading ";

  private static final String WINDOWS = "fixed-window";
  private static final String SESSION_WINDOW = "session-window";
  private static final String GROUPING = "grouping";
  private static final String SESSIONS = "sessions";
  private static final String NONE = "none";
  private static final List<String> COMMIT_BUGS = List.of(NONE, "commit-first", "process-first");
  private static final List<String> RULE_BUGS = List.of("drop-around-kill");
  private static final List<String> GROUPING_BUGS = List.of("drop-around-kill", "count-off-by-one");
  private static final List<String> SESSION_BUGS = List.of("session-forgotten", "alert-dropped");

  /** Several of them can be made by turns, in one run. */
  private static final List<String> WINDOW_BUGS =
      List.of(
          "window-twice",
          "window-early",
          "visit-missing",
          "visit-twice",
          "addresses-merged",
          "wrong-count",
          "wrong-times");

  private static final List<String> SESSION_WINDOW_BUGS =
      Stream.concat(WINDOW_BUGS.stream(), Stream.of("session-forgotten", "watermark-ahead"))
          .toList();

  private static final String BUG = "bug";
  private static final String DROP_ONE_IN = "drop-one-in";
  private static final int SESSION_MILLIS = 6000;

  /** Metaspace, code, threads and network buffers of a small client. */
  private static final long OVERHEAD_BYTES = 128L << 20;

  private static final Capabilities CAPABILITIES =
      new Capabilities(
          Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
          EngineSpec.UNTUNED,
          Set.of(JobWorker.ROLE),
          Step.OF_ENGINES,
          List.of("rule-match", "log-match", WINDOWS, SESSION_WINDOW, GROUPING, SESSIONS),
          1);

  private static final EngineDeclaration DECLARATION =
      new EngineDeclaration(
          NAME,
          KafkaSpec.DEFAULT_VERSION,
          CAPABILITIES,
          List.of(
              Option.optional(BUG, ScalarType.text(), "commit-first")
                  .meaning("The mistake to make."),
              Option.optional(DROP_ONE_IN, ScalarType.count(1, Integer.MAX_VALUE), "1000")
                  .meaning(
                      "How rarely it drops a record around a kill or an alert, or gets a window, a key"
                          + " or a session wrong.")),
          FaultyEngine::check,
          EngineSpec::promiseOfGuarantee,
          version ->
              List.of(
                  new JarSet(
                      Stream.concat(classPath(version).stream(), Stream.of(Hyperscan.COORDINATES))
                          .toList(),
                      List.of())),
          Support.NONE);

  @Override
  public EngineDeclaration declaration() {
    return DECLARATION;
  }

  private static void check(EngineSection section) {
    section.requireWorkload(CAPABILITIES.workloads());
    String bug = bug(section.spec());
    boolean windows = List.of(WINDOWS, SESSION_WINDOW).contains(section.workload());
    List<String> known = new ArrayList<>(COMMIT_BUGS);
    known.addAll(
        switch (section.workload()) {
          case WINDOWS -> WINDOW_BUGS;
          case SESSION_WINDOW -> SESSION_WINDOW_BUGS;
          case GROUPING -> GROUPING_BUGS;
          case SESSIONS -> SESSION_BUGS;
          default -> RULE_BUGS;
        });
    boolean several = windows && WINDOW_BUGS.containsAll(List.of(bug.split("\\+", -1)));
    if (!known.contains(bug) && !several) {
      section.wrong(
          BUG,
          "the faulty engine has no bug '" + bug + "' of " + section.workload(),
          "Choose one of "
              + String.join(", ", known)
              + (windows ? "; those of windows by turns with + between them." : "."));
    }
  }

  /** There is no shuffle, and no notion of time. */
  private static void requireWindows(JobSpec job) {
    if (job.workload().name().equals(WINDOWS)
        && Workloads.create(job.workload()) instanceof FixedWindow windows
        && (windows.byTime() || !windows.byKey() || !windows.listed())) {
      throw ReboundException.badInput(
          "the faulty engine gathers windows by count, of visits that are sent by key, and lists"
              + " them",
          "Write workload: { window: count, partition: key, members: ids }, or choose another"
              + " engine.");
    }
  }

  /** Its counts are read out of the outputs that it has written. */
  private static void requireEachOutput(JobSpec job) {
    if (Workloads.create(job.workload()) instanceof Grouping grouping
        && grouping.outputsPerRecord() < 1) {
      throw ReboundException.badInput(
          "the faulty engine finds its counts again in its outputs, and output-every leaves some"
              + " out",
          "Remove workload.output-every, or choose another engine.");
    }
  }

  @Override
  public Optional<String> job(String version) {
    return Optional.of(JOB);
  }

  @Override
  public Subject configure(EngineSpec spec, JobSpec job, Platform platform) {
    requireWindows(job);
    requireEachOutput(job);
    String bug = bug(spec);
    JobWorker worker = new JobWorker(JOB, MAIN, classPath(DECLARATION.version(spec)), READY);
    List<ProcessSpec> processes =
        JobWorker.each(
            spec,
            number ->
                worker.process(
                    number,
                    job,
                    jobFile(number, spec, job, bug),
                    JobWorker.withOwn(spec, new ArrayList<>()),
                    spec.memory().count(),
                    OVERHEAD_BYTES));
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(BUG, bug);
    settings.put("group.id", job.group());
    settings.put("session.timeout.ms", Integer.toString(SESSION_MILLIS));
    settings.put("commit.interval.ms", Long.toString(spec.commitInterval().toMillis()));
    settings.putAll(spec.config());
    List<String> notes =
        List.of(
            bug.equals(NONE)
                ? "no bug: outputs are right within the guarantee; running counts are per worker"
                : "this engine is wrong on purpose (" + bug + "): the run should fail");
    return new Workers(spec, job, new Plan(processes, settings, notes));
  }

  private static String bug(EngineSpec spec) {
    return spec.option(BUG, NONE);
  }

  private record Workers(EngineSpec spec, JobSpec job, Plan plan) implements Subject {
    @Override
    public EngineDeclaration declaration() {
      return DECLARATION;
    }

    @Override
    public List<Link> links() {
      return List.of(KafkaPart.from(JobWorker.ROLE));
    }

    /**
     * A rebalance shows when a worker gives back what it holds: where every worker that holds
     * something died, none is left to do so.
     */
    @Override
    public Set<Step> steps(FaultScope fault) {
      Set<Step> steps = Subject.super.steps(fault);
      boolean noneLeft = fault.deadly() && fault.workingVictims() >= fault.working();
      return noneLeft && !steps.isEmpty() ? Set.of(Step.REASSIGNED, Step.RESTORED) : steps;
    }

    @Override
    public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
      return Members.up(
          new FaultyCluster(Members.start(plan, platform), job.group(), job.partitions()),
          cluster -> cluster.awaitRunning(by));
    }
  }

  /** The API stands before Kafka's clients, which would bring an older one that logs nothing. */
  private static List<String> classPath(String version) {
    return List.of(
        "org.slf4j:slf4j-api:2.0.20",
        "org.slf4j:slf4j-simple:2.0.20",
        "org.apache.kafka:kafka-clients:" + version);
  }

  private static JobFile jobFile(int number, EngineSpec spec, JobSpec job, String bug) {
    JobFile file = new JobFile(number, spec, job);
    file.put(BUG, bug);
    file.put("events", "${dir}/" + FollowedCluster.EVENTS);
    String dropOneIn = spec.options().get(DROP_ONE_IN);
    if (dropOneIn != null) {
      file.put(DROP_ONE_IN, dropOneIn);
    }
    spec.config()
        .forEach(
            (key, value) -> {
              boolean placed = key.startsWith("producer.") || key.startsWith("consumer.");
              file.put(placed ? key : "client." + key, value);
            });
    return file;
  }
}
