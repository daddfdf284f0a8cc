package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.InputKeys;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.ExpectedOutputs;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.Workload;
import dev.rebound.workload.WorkloadKind;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outputs that each stored record owes by itself. Where a workload is {@link
 * WorkloadKind.Shape#KEYED keyed}, outputs have a place and say what state they come from.
 *
 * <p>An output's identity is the sequence of its record, then generator and key; what it says of
 * the state is the key's count and checksum.
 */
public final class PerRecordDue implements Due {
  private final List<NotJudged> notJudged;
  private final WorkloadKind.Shape shape;
  private final String word;
  private final Ledger ledger;
  private final ExpectedOutputs owed;
  private final ExpectedOutputs taken;
  private final PerRecordTable table;
  private final StateAudit.@Nullable Maker states;

  /**
   * @param notJudged what of outputs is held against nothing
   * @param states judges states; null for the usual way of the workload's shape
   */
  public PerRecordDue(
      Workload workload,
      Ledger ledger,
      List<NotJudged> notJudged,
      StateAudit.@Nullable Maker states) {
    this(workload, ledger, notJudged, states, null, null);
  }

  /**
   * @param ordered the keys within which outputs have an order; null for none
   * @param counted the keys whose states a record is taken into; null if those are the keys of its
   *     outputs
   */
  public PerRecordDue(
      Workload workload,
      Ledger ledger,
      List<NotJudged> notJudged,
      StateAudit.@Nullable Maker states,
      @Nullable InputKeys ordered,
      @Nullable ExpectedOutputs counted) {
    this.notJudged = notJudged;
    this.shape = workload.shape();
    this.word = workload instanceof RuleWorkload rules ? rules.keyWord() : "rule";
    this.ledger = ledger;
    this.owed = workload.owed();
    this.taken = counted == null ? owed : counted;
    this.states = states;
    int keys = workload instanceof RuleWorkload rules ? rules.rules() : 1;
    int[] lanes = shape.shuffled() ? RecordFormat.lanes(keys, ledger.lanes()) : new int[0];
    this.table = new PerRecordTable(ledger, owed, counted, ordered, keys, lanes, false);
  }

  @Override
  public PerRecordTable table() {
    return table;
  }

  @Override
  public boolean idsTellTimes() {
    return true;
  }

  @Override
  public List<NotJudged> notJudged() {
    return notJudged;
  }

  @Override
  public long find(Observation seen) {
    if (ledger.ofAnotherTime(seen)) {
      return NOT_DUE;
    }
    long row = table.row(seen.generator(), seen.sequence(), seen.key());
    return row >= 0 ? row : missing(seen.generator(), seen.sequence(), seen.key());
  }

  private long missing(int generator, long sequence, int key) {
    if (generator >= ledger.generators()
        || sequence < 0
        || sequence >= ledger.records(generator)
        || ledger.offset(generator, sequence) >= 0) {
      return NOT_DUE;
    }
    boolean[] owes = new boolean[1];
    owed.expected(generator, sequence, k -> owes[0] |= k == key);
    return owes[0] ? Due.without(ledger.fate(generator, sequence)) : NOT_DUE;
  }

  @Override
  public long input(Observation seen, long row) {
    return row < 0 ? ledger.named(seen) : RecordId.of(seen.generator(), seen.sequence());
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    if (states != null) {
      return states.audit(exact, diverged);
    }
    return shape.shuffled()
        ? new RuleStateAudit(
            word,
            table.keyCounts(),
            table.keyChecksums(),
            uncertain(),
            maybeTaken(),
            exact,
            diverged)
        : StateAudit.NONE;
  }

  /**
   * Keys whose state an input is taken into of which nobody knows whether, or how often, it was.
   */
  private BitSet uncertain() {
    BitSet uncertain = new BitSet();
    ledger.eachUncertain(
        (generator, sequence) -> taken.expected(generator, sequence, uncertain::set));
    return uncertain;
  }

  /** By key whose state an input is taken into that is not stored: how many may have been. */
  private int[] maybeTaken() {
    int[] more = new int[table.keyCounts().length];
    ledger.eachUncertain(
        (generator, sequence) -> {
          if (ledger.mayHaveBeenTaken(generator, sequence)) {
            taken.expected(generator, sequence, key -> more[key]++);
          }
        });
    return more;
  }

  @Override
  public String describe(int generator, long sequence, int key) {
    if (shape == WorkloadKind.Shape.REQUESTED && ledger.knows(generator, sequence)) {
      long intended = ledger.intendedMicros(generator, sequence);
      return "request %s:%s:%s (meant for %s)"
          .formatted(generator, sequence, intended, Ledger.time(intended));
    }
    return ledger.describe(generator, sequence, shape.shuffled() ? ", " + word + " " + key : "");
  }

  @Override
  public String describeUnreadable() {
    return shape == WorkloadKind.Shape.REQUESTED
        ? "a row or record that no request of this run explains (its key is NULL or names none; the"
            + " reader's log names it)"
        : Due.super.describeUnreadable();
  }

  @Override
  public String describeNotDue(Observation seen) {
    if (ledger.ofAnotherTime(seen)) {
      return Due.OF_ANOTHER_TIME;
    }
    if (shape != WorkloadKind.Shape.REQUESTED) {
      return Due.super.describeNotDue(seen);
    }
    return ledger.knows(seen.generator(), seen.sequence())
        ? "which was refused, and whose row or record is there all the same"
        : "which no request of this run asked for";
  }

  @Override
  public String describeReadout(Observation seen) {
    return "the readout of " + word + " " + seen.key() + " in closing round " + seen.sequence();
  }

  @Override
  public void close() {
    owed.close();
  }
}
