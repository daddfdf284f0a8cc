package dev.rebound.lab.engine;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Promise;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.lab.experiment.EngineSection;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.KnownEngine;
import dev.rebound.lab.experiment.Option;
import dev.rebound.lab.experiment.Suggestion;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A stream processor, or a service, that can be planned, started, given a job, and broken. An
 * adapter talks to processes over HTTP, JMX or files and needs none of the engine's classes.
 * Stateless and thread-safe.
 */
public interface Engine {
  /** Key in the engine map and in experiment files. */
  String name();

  /** The version used when the experiment names none. */
  String defaultVersion();

  Capabilities capabilities();

  /**
   * Whether this is a service, asked over HTTP, of which there is an {@link #access}; what reads
   * and writes topics is not.
   */
  default boolean askedOverHttp() {
    return false;
  }

  /**
   * The keys of {@code engine} that this engine knows beside those that are asked of every engine,
   * none of them required or with a default: what holds where one is absent is worked out here. A
   * key that another engine has, too, means the same there.
   */
  default List<Option> options() {
    return List.of();
  }

  /**
   * Tells what this engine, as set, cannot do, as far as it shows in the experiment alone. Asked
   * when the file is read; keys and guarantees that it does not have are refused before. One that
   * overrides this sees to the workload, too.
   */
  default void check(EngineSection section) {
    section.requireWorkload(capabilities().workloads());
  }

  /**
   * Throws {@link dev.rebound.analysis.ReboundException} (BAD_INPUT) for what this engine does not
   * have or cannot do: what the reader of a file has seen to already.
   */
  default void require(EngineSpec spec, JobSpec job) {
    int jobs = job.jobs().size();
    EngineSection section = EngineSection.throwing(spec, job.workload().name(), jobs);
    if (jobs > 1 && !capabilities().severalJobs()) {
      section.wrong("name", name() + " runs one job on its cluster", "Give it one job.");
    }
    List<String> known = options().stream().map(Option::key).toList();
    for (String key : new TreeSet<>(spec.options().keySet())) {
      if (!known.contains(key)) {
        section.wrong(
            key,
            "engine." + key + ": " + name() + " has no such option",
            known.isEmpty() ? "Remove it." : Suggestion.remedy(key, known));
      }
    }
    if (!capabilities().guarantees().contains(spec.guarantee())) {
      section.wrong(
          "guarantee",
          "engine.guarantee: " + name() + " does not offer " + spec.guarantee(),
          "Choose another one, or another engine.");
    }
    check(section);
    for (JobSpec other : job.beside()) {
      check(EngineSection.throwing(spec, other.workload().name(), jobs));
    }
  }

  /** What an experiment file is checked against that names this engine. */
  default KnownEngine known() {
    Set<String> roles = new TreeSet<>(capabilities().roles());
    roles.addAll(partRoles());
    return new KnownEngine(
        defaultVersion(),
        capabilities().guarantees(),
        roles,
        askedOverHttp(),
        options(),
        this::check,
        this::promise,
        capabilities().severalJobs());
  }

  /**
   * Works out processes and configuration; starts nothing and touches nothing but reserves
   * addresses on the platform. {@code --dry-run} prints it. Throws what {@link #require} does.
   */
  Plan plan(EngineSpec spec, JobSpec job, Platform platform);

  /**
   * Supporting systems beside the brokers that this engine, as set, cannot do without, in the order
   * in which they start. Asked before {@link #plan}; starts nothing, and reserves addresses on the
   * platform, by which the plan finds them.
   */
  default List<Part> parts(EngineSpec spec, JobSpec job, Platform platform) {
    return List.of();
  }

  /** Roles of all {@link #parts} that it may ask for, however it is set. */
  default Set<String> partRoles() {
    return Set.of();
  }

  /**
   * How a service is asked and what it did is seen; empty unless it is {@link #askedOverHttp asked
   * over HTTP}. Asked after {@link #plan}.
   */
  default Optional<Access> access(EngineSpec spec, JobSpec job, Platform platform) {
    return Optional.empty();
  }

  /**
   * Broker settings that this engine's profile asks for, given to brokers that the run starts;
   * printed in the plan.
   */
  default Map<String, String> brokerSettings(EngineSpec spec) {
    return Map.of();
  }

  /**
   * Numeric broker settings, each with the highest value at which brokers still accept what this
   * engine is set to do; a cluster that exists is held against them.
   */
  default Map<String, Long> brokerLimits(EngineSpec spec) {
    return Map.of();
  }

  /** What a job on this engine, as set, promises. */
  default Promise promise(EngineSpec spec) {
    return spec.promiseOfGuarantee();
  }

  /** How long this engine, as set, may take to notice that a member died without a word. */
  default Duration noticesWithin(EngineSpec spec) {
    return Duration.ofSeconds(10);
  }

  /**
   * The steps that this engine, as set, tells of after such a fault if it recovers as it should:
   * one that is declared here and never told counts as never done, and one that is not does not
   * apply.
   *
   * <p>By default all that it reports, if the fault took work away: a death always does, a pause
   * only if it lasts longer than the engine takes to notice it.
   */
  default Set<Step> steps(EngineSpec spec, FaultScope fault) {
    boolean noticed = fault.deadly() || fault.outlasts(noticesWithin(spec));
    return noticed && fault.workingVictims() > 0 && capabilities().roles().contains(fault.role())
        ? capabilities().steps()
        : Set.of();
  }

  /** Starts the processes and the job; returns when the job runs. */
  Cluster start(Plan plan, Platform platform, Deadline by);

  /**
   * Maven coordinates that a version needs, for {@code engines fetch}: one list per process class
   * path.
   */
  List<Artifacts> artifacts(String version);

  /** The same for all that {@link #parts} may ask for, and for what has to know them. */
  default List<Artifacts> partArtifacts(String version) {
    return List.of();
  }

  /** One class path to resolve. */
  record Artifacts(List<String> coordinates, List<String> exclusions) {}

  /**
   * @param roles that faults can name
   * @param steps that the engine itself reports
   * @param workloads that its own job computes, by name
   * @param severalJobs whether a cluster of it can run other jobs, too, see {@link Cluster#also}
   */
  record Capabilities(
      Set<Guarantee> guarantees,
      Set<String> roles,
      Set<Step> steps,
      List<String> workloads,
      boolean severalJobs) {

    /** Of one whose clusters run a single job. */
    public Capabilities(
        Set<Guarantee> guarantees, Set<String> roles, Set<Step> steps, List<String> workloads) {
      this(guarantees, roles, steps, workloads, false);
    }
  }
}
