package dev.rebound.workload.due;

import org.jspecify.annotations.Nullable;

/**
 * Everything that is due: outputs, numbered from 0. An analysis sees nothing else of a workload.
 *
 * <p>Each output is in one input lane and, if it has a place, in one output lane, which are judged
 * for themselves. The numbers are divided into strands, one after the other; within a strand
 * neither due times nor numbers decrease. Outputs that must come in order among themselves are in
 * one chain. For use by one thread.
 */
public interface Due extends AutoCloseable {
  /** {@link Lookup#find} of an output that no input explains. */
  long NOT_DUE = -1;

  /** {@link Lookup#find} of an output of an input whose send has no known outcome. */
  long UNKNOWN_INPUT = -2;

  /** {@link Lookup#find} of an output of an input that was acknowledged and then lost. */
  long LOST_INPUT = -3;

  /** {@link Lookup#find} of an output of which nobody has said whether it should come. */
  long NOT_JUDGED = -4;

  /** How many are due. */
  long size();

  /** Inputs that are stored, those of which nothing is due included; 0 if it is never due. */
  long inputs();

  int inputLanes();

  /**
   * 0 if outputs may be in any partition of the output topic, and are judged by input lane alone.
   */
  int outputLanes();

  /** The output lane that an output belongs in; −1 if there are none. */
  int outputLane(long index);

  int strands();

  /** Number of a strand's first output; for the strand after the last, {@link #size}. */
  long firstOf(int strand);

  /** Walks one strand. */
  Walk walk(int strand);

  /** Finds outputs by their identity; one for each reader. */
  Lookup lookup();

  /** True if a record of the output topic may hold several outputs. */
  default boolean manyPerRecord() {
    return false;
  }

  /** How many inputs an output stands for. */
  default long inputsOf(long index) {
    return 1;
  }

  /** True if an engine may pass an input over because it came late. */
  default boolean dropsLate() {
    return false;
  }

  /** How many chains there are, for arrays by {@link Lookup#chain}. */
  int chains();

  /**
   * Judges what the outputs of one reader say of the job's state.
   *
   * @param exact whether each output must say what just one correct run could; else no state may be
   *     less than the inputs demand
   * @param diverged takes what cannot be
   */
  StateAudit stateAudit(boolean exact, FindingSink diverged);

  /** The groups that inputs come out in while the load lasts; null if each comes out by itself. */
  default @Nullable Groups groups() {
    return null;
  }

  /** Why outputs are not judged at all, a sentence; null if they are. */
  default @Nullable String unjudged() {
    return null;
  }

  /** An output that is due, and its input, in words. */
  String describe(long index);

  /** An output that was seen, due or not, and its input if there is one, in words. */
  String describe(Observation seen);

  /** What is no output of the workload, in words. */
  default String describeUnreadable() {
    return "bytes that are no output";
  }

  /** What reads out a final state, in words. */
  String describeReadout(Observation seen);

  @Override
  void close();
}
