package dev.rebound.lab.engine;

import dev.rebound.analysis.evidence.Promise;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.platform.Platform;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What is studied, as it is planned: an engine, as an experiment sets it, with its job.
 *
 * @param plan of this engine
 */
public record Subject(Engine engine, Plan plan) implements Part {
  /**
   * Starts nothing, and reserves addresses. Throws {@link dev.rebound.analysis.ReboundException}
   * for an experiment that this engine cannot carry out.
   */
  public static Subject planned(Engine engine, EngineSpec spec, JobSpec job, Platform platform) {
    return new Subject(engine, engine.plan(spec, job, platform));
  }

  private EngineSpec spec() {
    return plan.spec();
  }

  @Override
  public String name() {
    return engine.name();
  }

  /** Those that are planned; an engine's own daemons may start more. */
  @Override
  public List<ProcessSpec> processes() {
    return plan.processes();
  }

  @Override
  public Set<String> roles() {
    return engine.capabilities().roles();
  }

  @Override
  public List<String> notes() {
    return plan.notes();
  }

  /** What the job promises of delivery and of state. */
  public Promise promise() {
    return engine.promise(spec());
  }

  /** The steps that it tells of after such a fault if it recovers as it should. */
  public Set<Step> steps(FaultScope fault) {
    return engine.steps(spec(), fault);
  }

  /** How long it may take to notice that a member died without a word. */
  public Duration noticesWithin() {
    return engine.noticesWithin(spec());
  }

  /** See {@link Engine#brokerLimits}. */
  public Map<String, Long> brokerLimits() {
    return engine.brokerLimits(spec());
  }

  @Override
  public Cluster start(Platform platform, Deadline by, Consumer<String> progress) {
    return engine.start(plan, platform, by);
  }
}
