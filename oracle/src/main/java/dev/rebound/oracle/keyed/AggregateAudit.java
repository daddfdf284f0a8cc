package dev.rebound.oracle.keyed;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UndecidedStates;
import dev.rebound.oracle.due.UnjudgedAspects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds what outputs say of keys against an aggregate of their inputs. An output names its input,
 * or is an update of its key, of which the last one counts.
 *
 * <p>Exact: an output says what is right after its input. An update says what is right after some
 * input, and after none before that of the update before it. The last update says what is right
 * after all.
 *
 * <p>Else an output holds at least its input and all before it, and the last word holds all inputs.
 * Sums and counts may exceed what is due, as inputs that are taken twice count twice; what is
 * missing can hide behind them. Least, greatest and last values are the same however often an input
 * is taken: they are right in any case, and updates of them do not tell which inputs were taken.
 *
 * <p>Memory: 32 bytes per key beside {@link KeyedInputs} and {@link KeyReplayTracker}.
 */
public final class AggregateAudit implements StateAudit {
  /** Says of an output that it has a value; else by how much that was rounded. */
  static final long SAID = 1;

  private final KeyedInputs inputs;
  private final DecimalAmounts amounts;
  private final List<String> names;
  private final boolean updates;
  private final @Nullable TumblingKeys windows;
  private final boolean exact;
  private final FindingSink diverged;
  private final long[] last;
  private final long[] lastError;
  private final long[] lastOffset;
  private final int[] position;
  private final int[] partition;
  private final LargeArrays.Bits apart = new LargeArrays.Bits();
  private final LargeArrays.Bits doubted = new LargeArrays.Bits();
  private final KeyReplayTracker ahead;

  /** Keys of which an update came that holds an input. */
  private final LargeArrays.Bits begun = new LargeArrays.Bits();

  /** Keys of which the last value is a float of 4 bytes. */
  private final BitSet singles = new BitSet();

  /** Keys of which the last update says that there is nothing. */
  private final BitSet none = new BitSet();

  private int uncertain;
  private final LargeArrays.Bits said = new LargeArrays.Bits();
  private final LargeArrays.Bits wrong = new LargeArrays.Bits();

  /**
   * @param names of keys
   * @param updates whether outputs are updates of keys, and name no input
   * @param windows of which updates are, each a key; null where keys have none
   */
  public AggregateAudit(
      KeyedInputs inputs,
      DecimalAmounts amounts,
      List<String> names,
      boolean updates,
      @Nullable TumblingKeys windows,
      boolean exact,
      FindingSink diverged) {
    this.inputs = inputs;
    this.amounts = amounts;
    this.names = names;
    this.updates = updates;
    this.windows = windows;
    this.exact = exact;
    this.diverged = diverged;
    this.last = new long[inputs.keys()];
    this.lastError = new long[inputs.keys()];
    this.ahead = new KeyReplayTracker(inputs.keys());
    this.lastOffset = new long[inputs.keys()];
    this.position = new int[inputs.keys()];
    this.partition = new int[inputs.keys()];
    Arrays.fill(partition, -1);
    Arrays.fill(lastOffset, Long.MIN_VALUE);
  }

  private boolean mustBeRight() {
    return exact || !inputs.aggregate().grows();
  }

  /**
   * What says of an output that it has a value, rounded by so much.
   *
   * @param single whether it is a float of 4 bytes
   */
  public static long said(double rounded, boolean single) {
    return single
        ? Double.doubleToLongBits(-Math.max(rounded, Double.MIN_NORMAL))
        : rounded == 0 ? SAID : Double.doubleToLongBits(rounded);
  }

  private double sumError(int key, Observation seen) {
    return inputs.sumError(key, seen.evidenceHigh(), seen.evidenceLow() < 0);
  }

  /** By how many units of the last decimal an output may be off. */
  private long error(int key, Observation seen) {
    return (long) sumError(key, seen);
  }

  /** True if an output has more decimals than there can be. */
  private boolean off(int key, Observation seen) {
    long said = seen.evidenceLow();
    return said != 0
        && said != SAID
        && Math.abs(Double.longBitsToDouble(said)) > sumError(key, seen);
  }

  @Override
  public boolean first(Observation seen) {
    return judge(seen, false);
  }

  private boolean judge(Observation seen, boolean again) {
    int key = inputs.keyOf(seen);
    int number = inputs.numberOf(seen);
    long value = seen.evidenceHigh();
    long error = error(key, seen);
    boolean has = seen.evidenceLow() != 0;
    if (has && number == inputs.count(key) - 1 && seen.stands()) {
      last[key] = value;
      lastError[key] = error;
      singles.set(key, seen.evidenceLow() < 0);
      said.add(key);
    }
    if (has && number >= 0 && mayBeAhead() && told()) {
      if (error > 0) {
        ahead.pass(key);
      } else {
        ahead.take(key, number, value - inputs.after(key, number), again, seen);
      }
    }
    return has
        && !off(key, seen)
        && (number < 0
            ? !mustBeRight() || inputs.ever(key, value, error)
            : exact
                ? Math.abs(value - inputs.after(key, number)) <= error
                : mayBe(key, number, value, error));
  }

  /** Whether a value may hold an input more than once. */
  private boolean mayBeAhead() {
    return !exact && inputs.aggregate().grows();
  }

  /** Whether a value tells how much was counted. */
  private boolean told() {
    return inputs.aggregate().grows()
        && (inputs.aggregate() != Aggregate.SUM || !inputs.mayShrink());
  }

  /**
   * Whether a state that holds an input of a key, all before it, and maybe others can have a value.
   */
  private boolean mayBe(int key, int number, long value, long error) {
    long after = inputs.after(key, number);
    return switch (inputs.aggregate()) {
      case COUNT -> value >= after;
      case SUM -> value >= after - error || inputs.mayShrink();
      case MAX -> value >= after && inputs.ever(key, value, 0);
      case MIN -> value <= after && inputs.ever(key, value, 0);
      // The one that was taken last is the input itself.
      case LAST -> value == after;
    };
  }

  @Override
  public boolean again(Observation seen) {
    return judge(seen, true);
  }

  @Override
  public boolean inTheEnd(Observation seen) {
    return judge(seen, true);
  }

  @Override
  public void wrong(Observation seen, OutputLookup at, Supplier<String> words) {
    int key = inputs.keyOf(seen);
    int number = inputs.numberOf(seen);
    note(
        key,
        at.inputOffset(),
        () ->
            (seen.evidenceLow() == 0 ? "no " + word() : value(key, seen))
                + (number >= 0
                    ? " where %s was %s, in "
                        .formatted(amounts.words(inputs.after(key, number)), bound())
                    : ", which it never was, in ")
                + words.get());
  }

  /** The value of an output, in words. */
  private String value(int key, Observation seen) {
    String value = word() + " " + amounts.words(seen.evidenceHigh());
    return off(key, seen) ? value + ", with more decimals than amounts of the sample have," : value;
  }

  private String word() {
    return inputs.aggregate().word();
  }

  /** What the value after an input is to an output of it. */
  private String bound() {
    return exact
        ? "due"
        : switch (inputs.aggregate()) {
          case COUNT, SUM, MAX -> "the least that can be right";
          case MIN -> "the most that can be right";
          case LAST -> "due";
        };
  }

  /** One finding for each key. */
  private void note(int key, long inputOffset, Supplier<String> what) {
    if (inputs.uncertain(key)) {
      uncertain += doubted.add(key) ? 1 : 0;
    } else if (wrong.add(key)) {
      diverged.add(inputs.lane(key), inputOffset, () -> "key " + name(key) + ": " + what.get());
    }
  }

  private String name(int key) {
    return windows == null ? names.get(key) : windows.name(key);
  }

  /** Takes an update of a key. */
  @Override
  public void readout(Observation seen) {
    int key = windows == null ? seen.key() : windows.ofKey(seen.key(), seen.sequence());
    long value = seen.evidenceHigh();
    if (partition[key] >= 0 && partition[key] != seen.partition()) {
      apart.add(key);
    }
    partition[key] = seen.partition();
    boolean newest = seen.offset() >= lastOffset[key];
    boolean nothing = saysNothing(seen);
    long error = error(key, seen);
    if (newest) {
      lastOffset[key] = seen.offset();
      last[key] = value;
      lastError[key] = error;
      singles.set(key, seen.evidenceLow() < 0);
      none.set(key, seen.evidenceLow() == 0);
      said.add(key);
    }
    if (nothing && !begun.contains(key)) {
      return;
    }
    if (inputs.count(key) == 0) {
      note(key, -1, () -> "an update of it came, and no input");
    } else if (seen.evidenceLow() == 0) {
      noteTombstone(key, newest);
    } else if (off(key, seen)) {
      note(key, -1, () -> value(key, seen) + " in an update");
    } else if (exact && newest && !apart.contains(key) && inputs.ever(key, value, error)) {
      goesOn(key, value, error);
    } else if (mustBeRight() ? !inputs.ever(key, value, error) : told() && value < -error) {
      note(
          key,
          -1,
          () -> word() + " " + amounts.words(value) + ", which it never was, in an update");
    }
    begun.add(key);
  }

  /** True of an update that may come before there is an input: a tombstone, or a sum of nothing. */
  private boolean saysNothing(Observation seen) {
    return seen.evidenceLow() == 0 || (inputs.aggregate().grows() && seen.evidenceHigh() == 0);
  }

  private void noteTombstone(int key, boolean newest) {
    if (exact && newest && !apart.contains(key)) {
      note(
          key,
          inputs.offset(key, position[key]),
          () -> "a tombstone came after an update that holds inputs");
    }
  }

  /** An update says the same as the one before, or what is right after later inputs. */
  private void goesOn(int key, long value, long error) {
    if (wrong.contains(key)) {
      return;
    }
    int number = inputs.next(key, position[key], value, error);
    if (number >= 0) {
      position[key] = number;
      return;
    }
    int before = position[key];
    note(
        key,
        inputs.offset(key, before),
        () ->
            "%s %s came after %s, which holds later inputs"
                .formatted(word(), amounts.words(value), amounts.words(inputs.after(key, before))));
  }

  /** An output of an input stands for itself; of updates the last one may yet come. */
  @Override
  public StateJudgement judge(boolean stillAtWork) {
    boolean unfinished = stillAtWork && updates;
    boolean told = told();
    double excess = 0;
    int unsure = 0;
    int lacking = 0;
    int untold = 0;
    int scattered = 0;
    int rough = 0;
    int behindReplays = 0;
    for (int key = 0; key < inputs.keys(); key++) {
      if (inputs.count(key) == 0 || (windows != null && windows.open(key))) {
        continue;
      }
      if (!said.contains(key)) {
        lacking += updates ? 1 : 0;
        untold += updates ? 0 : 1;
        if (updates && !unfinished) {
          int its = key;
          note(
              key,
              inputs.offset(key, 0),
              () -> "no update of it came, of " + inputs.count(its) + " inputs");
        }
        continue;
      }
      long over = last[key] - inputs.due(key);
      if (apart.contains(key)) {
        scattered++;
        continue;
      }
      if (ahead.forgot(key)) {
        noteForgotten(key);
      }
      behindReplays += ahead.isUntold(key) ? 1 : 0;
      if (Math.abs(over) <= lastError[key] && !none.get(key)) {
        boolean hides =
            lastError[key] > 0 && inputs.mayHideOne(key, last[key], singles.get(key), amounts);
        rough += hides ? 1 : 0;
        continue;
      }
      if (none.get(key)) {
        lacking++;
        if (!unfinished) {
          behind(key);
        }
        continue;
      }
      if (told && over > 0 && inputs.uncertain(key)) {
        unsure++;
      } else if (told && over > 0) {
        excess += (double) over;
      }
      if (!exact && inputs.aggregate() == Aggregate.SUM && inputs.mayShrink()) {
        untold++;
      } else if (exact || !inputs.aggregate().grows() || over < 0) {
        lacking++;
        if (!unfinished) {
          behind(key);
        }
      }
    }
    String untoldWhy =
        scattered > 0
            ? UndecidedStates.scattered(scattered)
            : unfinished && lacking > 0
                ? UndecidedStates.unfinished(lacking, "keys")
                : untold > 0 ? untold(untold) : rough(rough);
    String heldOpen = windows == null ? null : windows.unjudged();
    return new StateJudgement(
        told ? (Long) (long) Math.ceil(amounts.about((long) excess)) : null,
        either(
            untoldWhy == null ? UndecidedStates.mayBeRight(unsure, "keys") : untoldWhy, heldOpen),
        either(uncertain > 0 && scattered == 0 ? uncertain() : untoldWhy, heldOpen),
        either(lostUnknown(lacking, untoldWhy), heldOpen),
        notJudged(behindReplays));
  }

  private static @Nullable String either(@Nullable String one, @Nullable String other) {
    return one == null ? other : one;
  }

  private List<NotJudged> notJudged(int behindReplays) {
    List<NotJudged> all = new ArrayList<>();
    if (mayBeAhead() && !told()) {
      all.add(UnjudgedAspects.BEFORE_LAST_OF_BOTH_SIGNS);
    }
    if (mayBeAhead() && updates && told()) {
      all.add(UnjudgedAspects.BEFORE_LAST_COUNTED_TWICE);
    }
    if (behindReplays > 0) {
      all.add(UnjudgedAspects.lossBehindReplays(behindReplays));
    }
    return all;
  }

  /** A value that lost what it was ahead by, though nothing was counted anew. */
  private void noteForgotten(int key) {
    note(
        key,
        inputs.offset(key, ahead.number(key)),
        () ->
            ("its %s grew by less than the inputs came to, though none of its outputs came twice:"
                    + " inputs were forgotten")
                .formatted(word()));
  }

  /**
   * The last word is right after an earlier input, so that what came later is missing; or never.
   */
  private void behind(int key) {
    boolean nothing = none.get(key);
    int number = nothing ? -1 : inputs.last(key, last[key]);
    boolean stale = number >= 0 && number + 1 < inputs.count(key);
    note(
        key,
        stale ? inputs.offset(key, number + 1) : -1,
        () ->
            "%s in the end, where %s was due%s"
                .formatted(
                    nothing ? "a tombstone" : word() + " " + amounts.words(last[key]),
                    amounts.words(inputs.due(key)),
                    stale
                        ? ": it holds nothing from input offset %s on"
                            .formatted(inputs.offset(key, number + 1))
                        : ""));
  }

  private String uncertain() {
    return ("what is said of %s of %s keys is not what is due, and of each an input was lost by"
            + " the brokers, may have been stored, or is stored twice: the job may be right")
        .formatted(uncertain, inputs.keys());
  }

  private static @Nullable String rough(int keys) {
    return keys == 0
        ? null
        : ("the sums of %s keys are due but for what adding so many amounts rounds, which is as"
                + " much as the least of them: an input may be missing")
            .formatted(keys);
  }

  private String untold(int keys) {
    return updates || inputs.mayShrink()
        ? ("%s keys have another sum than is due, of amounts of which some are negative: under"
                + " at-least-once it may be right")
            .formatted(keys)
        : "the last records of " + keys + " of " + inputs.keys() + " keys have no output";
  }

  /**
   * Why it is not known what was lost; null if that is all that can be known of it.
   *
   * @param untold why it is not known whether last words are right; null if it is
   */
  private @Nullable String lostUnknown(int lacking, @Nullable String untold) {
    if (!updates) {
      return null;
    }
    if (!inputs.aggregate().grows()) {
      return "oracle " + word() + " does not tell which inputs were taken";
    }
    return lacking > 0
        ? "updates stand for all inputs of a key: what %s keys lack is told as diverged"
            .formatted(lacking)
        : untold;
  }
}
