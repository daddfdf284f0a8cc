package dev.rebound.lab.engine;

import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.part.Part;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The thing that is studied, as it is planned: an engine, as an experiment sets it, with its job.
 */
public interface Subject extends Part {
  EngineDeclaration declaration();

  /** The section of the experiment that sets it. */
  EngineSpec spec();

  Plan plan();

  @Override
  default String name() {
    return declaration().name();
  }

  /** Those that are planned; an engine's own daemons may start more. */
  @Override
  default List<ProcessSpec> processes() {
    return plan().processes();
  }

  @Override
  default Set<String> roles() {
    return declaration().capabilities().roles();
  }

  @Override
  default List<String> notes() {
    return plan().notes();
  }

  /** The job's promise of delivery and of state. */
  default DeliveryGuarantee promise() {
    return declaration().promise().apply(spec());
  }

  /** Texts of its processes' logs: archives of a study keep the lines that hold one. */
  default List<String> witness() {
    return List.of();
  }

  /** What it has to do its work with, as it is set up in the end, as far as that is known. */
  default SubjectMeans means() {
    return PlannedMeans.of(spec(), plan());
  }

  /**
   * What it holds in reserve for the loss of a member, in words: what of it is free, which copies
   * there are of its state, and who takes over. In the plan, and in what is kept of a run; by
   * default empty, where nobody says.
   */
  default String reserve() {
    return "";
  }

  /**
   * Supporting systems beside the brokers that it cannot do without, in the order in which they
   * start.
   */
  default List<Part> parts() {
    return List.of();
  }

  /** How it is asked, and where what it did is seen. */
  default SubjectInterface asked() {
    return new SubjectInterface.ByTopics();
  }

  /**
   * Broker settings that its profile asks for, given to brokers that the run starts; printed in the
   * plan. By default those that each engine of the profile has alike.
   */
  default Map<String, String> brokerSettings() {
    return ProfiledBrokers.settings(spec());
  }

  /**
   * Numeric broker settings, each with the highest value at which brokers still accept what it is
   * set to do; a cluster that exists is held against them.
   */
  default Map<String, Long> brokerLimits() {
    return Map.of();
  }

  /** How long it may take to notice that a member died without a word. */
  default Duration noticesWithin() {
    return Duration.ofSeconds(10);
  }

  /**
   * The steps that it tells of after such a fault if it recovers as it should: one that is declared
   * here and never told counts as never done, and one that is not does not apply.
   *
   * <p>By default all that it reports, if the fault took work away: a death always does, a pause
   * only if it lasts longer than the engine takes to notice it.
   */
  default Set<Step> steps(FaultScope fault) {
    boolean noticed = fault.deadly() || fault.outlasts(noticesWithin());
    return noticed && fault.workingVictims() > 0 && roles().contains(fault.role())
        ? declaration().capabilities().steps()
        : Set.of();
  }

  /**
   * What such a fault can take that its promise covers else, as it is set, with the remedy: a part
   * of a sentence, with which the plan warns; empty where it can take nothing.
   *
   * @param fault of which all members that it hits hold work
   */
  default Optional<String> endangered(FaultScope fault) {
    return Optional.empty();
  }

  /** Starts the processes and the job; returns when the job runs. */
  @Override
  Cluster start(Platform platform, Deadline by, Consumer<String> progress);
}
