package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.lab.engine.SubjectInterface;
import dev.rebound.lab.nemesis.BreakableMembers;
import dev.rebound.lab.nemesis.HeldMembers;
import dev.rebound.lab.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Everything that a run sets up and takes down: brokers, engine, load generators, observers,
 * probes. The runner drives it through the phases; {@link LocalRig} is the real one, a test's may
 * live in memory and in its own time.
 */
public interface Rig extends AutoCloseable {
  /**
   * Brings up everything but the load.
   *
   * @param sinks hear what the engine says from now on, one of each job
   */
  void start(Deadline by, List<? extends Consumer<Transition>> sinks);

  /**
   * Asks {@link #start} not to wait for what takes long, as the run is to end. Safe from any
   * thread.
   */
  default void stopSoon() {}

  /** How much of the time that {@link #start} took is none of {@code phases.start}. */
  default Duration apart() {
    return Duration.ZERO;
  }

  /**
   * Lets the load begin; returns the intended send time of the first record, microseconds since the
   * epoch.
   */
  long startLoad();

  /**
   * True once a load that keeps to no schedule has sent all that there was room for, or a part of
   * it has. Asked often.
   */
  default boolean loadOver() {
    return false;
  }

  /** Most records that a load without a schedule sends; 0 for one with a schedule. */
  default long recordsMax() {
    return 0;
  }

  /** True once an output was observed, or what stands for it. */
  boolean outputSeen();

  /** The first process that ended though nobody asked it to, with its last words. */
  default Optional<String> died() {
    return Optional.empty();
  }

  /**
   * Why the subject does no more work, as each of its processes has ended and none is started again
   * by a restart policy; empty if that is not so. Nobody asks while a fault is to be healed.
   */
  default Optional<String> nobodyLeft() {
    return Optional.empty();
  }

  /** How many processes have ended though nobody asked for it, and nobody makes it good. */
  default int unplannedExits() {
    return 0;
  }

  /**
   * Audits what the first job's outputs are so far, while the run goes on; empty if that cannot be
   * told. What is lost is told of those inputs alone that were committed all through a time until
   * now. Takes some seconds; asked on a thread of its own.
   *
   * @param committedSinceMicros when that time began; {@link Long#MAX_VALUE} if it has not
   */
  default Optional<AnalysisResult> soFar(long committedSinceMicros) {
    return Optional.empty();
  }

  /** What {@link #outputSeen} waits for, in words. */
  default SubjectInterface.FirstSign firstSign() {
    return new SubjectInterface.ByTopics().firstSign();
  }

  /**
   * Makes what lets later starts of workers load their classes sooner, where it is absent. Called
   * when outputs flow, before anything is measured, and again when the load is over: on a busy
   * machine the first call may not get done.
   *
   * @param stop asked often; true ends it
   */
  default void shareClasses(Duration limit, BooleanSupplier stop) {}

  /** The members that the nemesis may break. */
  BreakableMembers members();

  /** Where the nemesis notes whom faults hold; asked for once. */
  default HeldMembers held() {
    return new HeldMembers();
  }

  /** Called when a phase begins, so that probes know. */
  void phase(String name);

  /** Stops the load; returns when every generator has ended and its send log is closed. */
  void stopLoad(Deadline by);

  /**
   * Tells what is still to come: empty when all input is processed and all output is visible and
   * observed.
   */
  Optional<String> undrained();

  /**
   * For how long after a fault outputs may come again although all that is due was seen once: zero
   * where none do, or where it shows that none will.
   */
  default Duration repeatsWithin() {
    return Duration.ZERO;
  }

  /** Has every rule's final state read out. */
  void closingRound(int round, Deadline by);

  /** Stops observers, engine and probes, and closes their files. */
  void stopJobs(Deadline by);

  /** A reason why going on makes no sense: a generator died, say. */
  Optional<String> broken();

  /**
   * Re-reads what must be read again, and gathers everything of a job that the analysis works from.
   * Asked once of each.
   *
   * @param job its number
   */
  Evidence evidence(int job);

  /** Ends every process; deletes what the run made in Kafka unless it is to be kept. */
  @Override
  void close();
}
