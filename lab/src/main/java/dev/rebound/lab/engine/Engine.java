package dev.rebound.lab.engine;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Promise;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.platform.Platform;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A stream processor that can be planned, started, given a job, and broken. An adapter talks to
 * processes over HTTP, JMX or files and needs none of the engine's classes. Stateless and
 * thread-safe.
 */
public interface Engine {
  /** Key in the engine map and in experiment files. */
  String name();

  /** The version used when the experiment names none. */
  String defaultVersion();

  Capabilities capabilities();

  /**
   * Works out processes and configuration; starts nothing and touches nothing but reserves
   * addresses on the platform. {@code --dry-run} prints it. Throws {@link
   * dev.rebound.analysis.ReboundException} (BAD_INPUT) for options it does not know.
   */
  Plan plan(EngineSpec spec, JobSpec job, Platform platform);

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
    return Promise.of(spec.guarantee(), spec.commitInterval().toMillis());
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

  /** One class path to resolve. */
  record Artifacts(List<String> coordinates, List<String> exclusions) {}

  /**
   * @param roles that faults can name
   * @param steps that the engine itself reports
   */
  record Capabilities(Set<Guarantee> guarantees, Set<String> roles, Set<Step> steps) {}
}
