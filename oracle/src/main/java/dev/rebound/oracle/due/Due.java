package dev.rebound.oracle.due;

import dev.rebound.workload.RecordId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outputs that a workload says are due: a table with a row for each, which row an output is
 * that was seen, how it says something of a state, and words. An analysis sees nothing else of a
 * workload. For use by one thread.
 *
 * <p>A workload fills a {@link FilledTable} or computes a table of its own. As long as outputs say
 * of which input they are, by its generator and sequence number, everything else has a default.
 */
public interface Due extends AutoCloseable {
  /** {@link #find} of an output that no input explains. */
  long NOT_DUE = -1;

  /** {@link #find} of an output of an input whose send has no known outcome. */
  long UNKNOWN_INPUT = -2;

  /** {@link #find} of an output of an input that was acknowledged and then lost. */
  long LOST_INPUT = -3;

  /** {@link #find} of an output of which nobody has said whether it should come. */
  long NOT_JUDGED = -4;

  /**
   * {@link #find} of an output that no input explains, and that says of its state that it took
   * inputs twice or forgot some: a promise may allow that.
   */
  long OF_WRONG_STATE = -5;

  /** The words on an output of {@link Ledger#ofAnotherTime another time}, a clause. */
  String OF_ANOTHER_TIME = "whose id has another time than that input was sent with";

  DueTable table();

  /**
   * The row of an output, or {@link #NOT_DUE}, {@link #UNKNOWN_INPUT}, {@link #LOST_INPUT}, {@link
   * #NOT_JUDGED}, {@link #OF_WRONG_STATE}.
   */
  long find(Observation seen);

  /**
   * The answer of {@link #find} for an output that is due if its input is stored, and is in no row.
   */
  static long without(Ledger.Fate fate) {
    return switch (fate) {
      case LOST -> LOST_INPUT;
      case UNKNOWN -> UNKNOWN_INPUT;
      case STORED, NOT_STORED -> NOT_DUE;
    };
  }

  /**
   * The input that an output names, due or not; {@link Ledger#NONE} if it names none that there is
   * an account of.
   *
   * @param row that was found for it
   */
  default long input(Observation seen, long row) {
    return table().ledger().named(seen);
  }

  /**
   * Another input that an output cannot come without, beside the one that its row is of; {@link
   * Ledger#NONE} if there is none.
   */
  default long alsoOf(long row) {
    return Ledger.NONE;
  }

  /**
   * Judges what the outputs of one reader say of the job's state.
   *
   * @param exact whether each output must say what just one correct run could; else no state may be
   *     less than the inputs demand
   * @param diverged takes what cannot be
   */
  default StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return StateAudit.NONE;
  }

  /** True if a record of the output topic may hold several outputs. */
  default boolean manyPerRecord() {
    return false;
  }

  /** True if outputs say so when the state that they come of is wrong. */
  default boolean tellsWrongStates() {
    return false;
  }

  /** The table, if its groups are windows that inputs come out in; null if they are none. */
  default @Nullable FilledTable windows() {
    return null;
  }

  /** True if an output of another run is known by the time in its id. */
  default boolean idsTellTimes() {
    return false;
  }

  /** What of outputs is held against nothing, as what the workload was told leaves it open. */
  default List<NotJudged> notJudged() {
    return List.of();
  }

  /** Why outputs are not judged at all, a sentence; null if they are. */
  default @Nullable String unjudged() {
    return null;
  }

  /** An output that is due, and its input, in words. */
  default String describe(long row) {
    long input = table().input(row);
    return describe(RecordId.generator(input), RecordId.sequence(input), table().key(row));
  }

  /** An output that was seen, due or not, and its input if there is one, in words. */
  default String describe(Observation seen) {
    return describe(seen.generator(), seen.sequence(), seen.key());
  }

  /** The output of an input and a key, in words. */
  default String describe(int generator, long sequence, int key) {
    return table().ledger().describe(generator, sequence, "");
  }

  /** The words on bytes that are no output of the workload. */
  default String describeUnreadable() {
    return "bytes that are no output";
  }

  /** The words on an output that is not due, a clause. */
  default String describeNotDue(Observation seen) {
    return "which was not due";
  }

  /** The words on a readout of a final state. */
  default String describeReadout(Observation seen) {
    return "a readout";
  }

  @Override
  default void close() {}

  /**
   * Nothing is due, and nothing is judged.
   *
   * @param why a sentence
   */
  static Due nothing(Ledger ledger, String why) {
    DueTable empty = FilledTable.perInput(ledger, new int[0], false);
    return new Due() {
      @Override
      public DueTable table() {
        return empty;
      }

      @Override
      public long find(Observation seen) {
        return NOT_JUDGED;
      }

      @Override
      public long input(Observation seen, long row) {
        return Ledger.NONE;
      }

      @Override
      public String unjudged() {
        return why;
      }

      @Override
      public String describe(Observation seen) {
        return "an output";
      }
    };
  }
}
