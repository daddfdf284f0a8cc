package dev.rebound.oracle.due;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds what outputs say of the job's state against what the inputs say. */
public interface StateAudit {
  /** The audit of outputs that say nothing of any state. */
  StateAudit NONE = new StateAudit() {};

  /** Makes one. */
  @FunctionalInterface
  interface Maker {
    /**
     * @param exact whether each output must say what just one correct run could; else no state may
     *     be less than the inputs demand
     * @param diverged takes what cannot be
     */
    StateAudit audit(boolean exact, FindingSink diverged);
  }

  /** Takes the first appearance of an output that is due; false if what it says cannot be right. */
  default boolean first(Observation seen) {
    return true;
  }

  /**
   * Takes a later appearance of an output that is due: as outputs come in the order in which a job
   * wrote them, it is what the job said last. False if what it says cannot be right.
   */
  default boolean again(Observation seen) {
    return true;
  }

  /**
   * Takes an output that was seen already as it stood in the end, where that is elsewhere or
   * otherwise than it was seen. False if what it says cannot be right.
   */
  default boolean inTheEnd(Observation seen) {
    return true;
  }

  /**
   * Notes an output for which {@link #first}, {@link #again} or {@link #inTheEnd} was false.
   *
   * @param at stands at the output
   * @param words say which it is and where it was seen
   */
  default void wrong(Observation seen, OutputLookup at, Supplier<String> words) {}

  /**
   * Takes an output that is not due, as no input explains the state that it says; notes a state
   * that is not even allowed.
   *
   * @param words say which it is and where it was seen
   */
  default void misled(Observation seen, Supplier<String> words) {}

  /**
   * Takes what a closing round read out, or an update of a key; the last of the latest round
   * counts. They come as the topic holds them in the end, those of a partition in its order; where
   * nobody read it again, as the live reader was given them.
   */
  default void readout(Observation seen) {}

  /**
   * Takes an output that is due and came before, and is about to be counted as one that came twice.
   * True if that is not known: an input that it may stand for is stored more than once, or may have
   * been lost.
   */
  default boolean inDoubt(Observation seen) {
    return false;
  }

  /** Why an output that never came may not be lost; null if it is. */
  default @Nullable String mayBeElsewhere(long index) {
    return null;
  }

  /** Inputs that outputs lack which came: what an engine dropped may be these. */
  default long lackingInputs() {
    return 0;
  }

  /**
   * Judges, once all was seen.
   *
   * @param unfinished whether the job was still at work, or has left a transaction open: what it
   *     says last may be missing
   */
  default StateJudgement judge(boolean unfinished) {
    return new StateJudgement(null, null);
  }

  /**
   * The judgement in the end.
   *
   * @param excess by how much final states exceed what was due, as far as that is known; null where
   *     nothing tells it
   * @param excessUnknown why it may be more; null if it is not
   * @param unjudged why some states were not judged; null if all were
   * @param lostUnknown why something may be lost that no finding is of; null if nothing may
   * @param notJudged what of outputs was held against nothing, beside what the workload says
   */
  record StateJudgement(
      @Nullable Long excess,
      @Nullable String excessUnknown,
      @Nullable String unjudged,
      @Nullable String lostUnknown,
      List<NotJudged> notJudged) {
    public StateJudgement {
      notJudged = List.copyOf(notJudged);
    }

    /** Where nothing was passed over beside what the workload says. */
    public StateJudgement(
        @Nullable Long excess,
        @Nullable String excessUnknown,
        @Nullable String unjudged,
        @Nullable String lostUnknown) {
      this(excess, excessUnknown, unjudged, lostUnknown, List.of());
    }

    /** Where nothing tells by how much states exceed what was due. */
    public StateJudgement(@Nullable String unjudged, @Nullable String lostUnknown) {
      this(null, null, unjudged, lostUnknown);
    }
  }
}
