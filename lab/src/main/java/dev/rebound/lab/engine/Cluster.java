package dev.rebound.lab.engine;

import dev.rebound.analysis.evidence.Transition;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.lab.time.Deadline;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A started engine and its running job. Closing it stops every one of its processes. */
public interface Cluster extends RunningPart {
  /**
   * Names of the living members of a role that hold work right now, as the engine says; the nemesis
   * chooses among them.
   */
  @Override
  Set<String> holdingWork(String role);

  /**
   * Streams what the engine says as it happens, on a thread of the cluster. Set once, before load
   * starts.
   */
  void watch(Consumer<Transition> sink);

  /**
   * Has the same members run another job, for which the plan has left room; returns when it runs.
   * The job alone comes back: closing it leaves every process as it is, and it is closed before
   * this. From then on this one answers for all: who holds work has some of each job, and a member
   * misses what any does. Called for each further job, of engines that say they can ({@link
   * dev.rebound.lab.experiment.EngineDeclaration.Capabilities#jobs}).
   */
  default Cluster also(JobSpec job, Deadline by) {
    throw new UnsupportedOperationException("one job for each cluster");
  }

  /** How far the job has safely come on its input. */
  JobProgress progress();

  /** Topics that the job makes itself, such as those of a shuffle or of a state. */
  default OwnTopics ownTopics() {
    return OwnTopics.NONE;
  }

  /**
   * The work that it has taken on and not done yet, in words, as far as it tells beside its {@link
   * #progress}; empty if there is nothing, or nobody says. Asked while a run drains.
   */
  default Optional<String> pending() {
    return Optional.empty();
  }

  /**
   * How many records the engine says that it dropped because they came late, each counted once; 0
   * if it drops none, or does not say. Asked once after the drain.
   */
  default long droppedLate() {
    return 0;
  }

  /** What the engine complains of in its own logs, asked once after the drain. */
  default List<EngineComplaint> complaints() {
    return List.of();
  }
}
