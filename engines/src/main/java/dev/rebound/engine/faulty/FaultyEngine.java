package dev.rebound.engine.faulty;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.journal.Owner;
import dev.rebound.engine.adapter.Hyperscan;
import dev.rebound.engine.adapter.JobFile;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.engine.Deadline;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.engine.JobSpec;
import dev.rebound.lab.engine.Plan;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.platform.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * N worker processes on plain Kafka clients that make the classic mistake named by {@code bug}.
 *
 * <p>It claims any guarantee, also those that its bug breaks: that is what must be caught. Without
 * a bug, identities are right within the guarantee; running counts never are, as workers do not
 * shuffle.
 */
public final class FaultyEngine implements Engine {
  static final String ROLE = "worker";
  private static final String NAME = "faulty";
  private static final String JOB = "job:rebound-job-faulty";
  private static final String MAIN = "dev.rebound.job.faulty.FaultyJob";
  private static final String JOB_FILE = "job.properties";
  private static final String READY = "FaultyJob - reading ";
  private static final String SLF4J = "org.slf4j:slf4j-simple:2.0.20";
  private static final List<String> BUGS =
      List.of("none", "commit-first", "process-first", "drop-around-kill");
  private static final Set<String> OPTIONS = Set.of("bug", "drop-one-in");
  private static final int SESSION_MILLIS = 6000;

  /** Metaspace, code, threads and network buffers of a small client. */
  private static final long OVERHEAD_BYTES = 128L << 20;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String defaultVersion() {
    return "4.3.1";
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        Set.of(Guarantee.NONE, Guarantee.AT_LEAST_ONCE, Guarantee.EXACTLY_ONCE),
        Set.of(ROLE),
        Set.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED));
  }

  @Override
  public Plan plan(EngineSpec spec, JobSpec job, Platform platform) {
    String bug = bug(spec);
    job.requireOneOf(NAME, List.of("rule-match", "log-match"));
    List<ProcessSpec> processes = new ArrayList<>();
    for (int i = 1; i <= spec.workers(); i++) {
      processes.add(worker(i, spec, job, bug));
    }
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("bug", bug);
    settings.put("group.id", group(job));
    settings.put("session.timeout.ms", Integer.toString(SESSION_MILLIS));
    settings.put("commit.interval.ms", Long.toString(spec.commitInterval().toMillis()));
    settings.putAll(spec.config());
    List<String> notes =
        List.of(
            bug.equals("none")
                ? "no bug: outputs are right within the guarantee; running counts are per worker"
                : "this engine is wrong on purpose (" + bug + "): the run should fail");
    return new Plan(spec, job, processes, settings, notes);
  }

  private static String bug(EngineSpec spec) {
    for (String option : spec.options().keySet()) {
      if (!OPTIONS.contains(option)) {
        throw new ReboundException(
            ReboundException.Cause.BAD_INPUT,
            "the faulty engine has no option '" + option + "'",
            "It knows " + String.join(" and ", OPTIONS.stream().sorted().toList()) + ".");
      }
    }
    String bug = spec.options().getOrDefault("bug", "none");
    if (!BUGS.contains(bug)) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "the faulty engine has no bug '" + bug + "'",
          "Choose one of " + String.join(", ", BUGS) + ".");
    }
    return bug;
  }

  /**
   * A rebalance shows when a worker gives back what it holds: where every worker that holds
   * something died, none is left to do so.
   */
  @Override
  public Set<Step> steps(EngineSpec spec, FaultScope fault) {
    Set<Step> steps = Engine.super.steps(spec, fault);
    boolean noneLeft = fault.deadly() && fault.workingVictims() >= fault.working();
    return noneLeft && !steps.isEmpty() ? Set.of(Step.REASSIGNED, Step.RESTORED) : steps;
  }

  @Override
  public Cluster start(Plan plan, Platform platform, Deadline by) {
    List<Node> workers = Members.start(plan, platform).all();
    FaultyCluster cluster = new FaultyCluster(workers, group(plan.job()), plan.job().partitions());
    try {
      cluster.awaitAssigned(by);
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  @Override
  public List<Artifacts> artifacts(String version) {
    return List.of(
        new Artifacts(List.of(clients(version), SLF4J, Hyperscan.COORDINATES), List.of()));
  }

  private static String clients(String version) {
    return "org.apache.kafka:kafka-clients:" + version;
  }

  static String group(JobSpec job) {
    return "rebound-" + job.runId();
  }

  private ProcessSpec worker(int number, EngineSpec spec, JobSpec job, String bug) {
    List<String> classPath = new ArrayList<>();
    classPath.add(JOB);
    classPath.add(clients(spec.version().isEmpty() ? defaultVersion() : spec.version()));
    classPath.add(SLF4J);
    classPath.addAll(Hyperscan.neededBy(job));
    return new ProcessSpec(
        "worker-" + number,
        ROLE,
        Owner.SUBJECT,
        new Program.Java(classPath, MAIN, spec.jvm(), List.of("--config", "${dir}/" + JOB_FILE)),
        spec.memory().count(),
        OVERHEAD_BYTES,
        Map.of(),
        Map.of(JOB_FILE, jobFile(number, spec, job, bug)),
        new ProcessSpec.Readiness.LogLine(READY));
  }

  private static String jobFile(int number, EngineSpec spec, JobSpec job, String bug) {
    JobFile file = new JobFile(number, spec, job, group(job));
    file.put("bug", bug);
    file.put("events", "${dir}/" + FaultyCluster.EVENTS);
    String dropOneIn = spec.options().get("drop-one-in");
    if (dropOneIn != null) {
      file.put("drop-one-in", dropOneIn);
    }
    spec.config()
        .forEach(
            (key, value) -> {
              boolean placed = key.startsWith("producer.") || key.startsWith("consumer.");
              file.put(placed ? key : "client." + key, value);
            });
    return file.text();
  }
}
