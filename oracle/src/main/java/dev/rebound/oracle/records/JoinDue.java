package dev.rebound.oracle.records;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.perrecord.PerRecordTable;
import dev.rebound.workload.RecordId;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One output for each pair of stored records that belong together, due with the later of the two,
 * which is the input that it is of.
 *
 * <p>A pair whose times, as they are written, are apart by what may be, give or take a second, is
 * not judged. Nor is one of whose earlier record nobody knows whether, or how often, a job took it.
 */
final class JoinDue implements Due {
  /** What an output says of its two ids: they are of one pair. */
  static final long RIGHT = 1;

  /** They are of different ones. */
  static final long WRONG = 2;

  static final long UNIT_MICROS = 1_000_000;

  private final JoinedSamples joined;
  private final long withinMicros;
  private final Ledger ledger;
  private final Function<FindingSink, StateAudit> contents;
  private final List<NotJudged> notJudged;
  private final PerRecordTable table;

  /**
   * @param withinMicros how far times may be apart; 0 for as far as they like
   * @param contents judges what outputs say
   * @param notJudged what of outputs is held against nothing
   */
  JoinDue(
      JoinedSamples joined,
      long withinMicros,
      Ledger ledger,
      Function<FindingSink, StateAudit> contents,
      List<NotJudged> notJudged) {
    this.joined = joined;
    this.withinMicros = withinMicros;
    this.ledger = ledger;
    this.contents = contents;
    this.notJudged = notJudged;
    this.table =
        new PerRecordTable(
            ledger,
            (generator, sequence, sink) -> {
              long[] others = joined.completes(sequence);
              for (int number = 0; number < others.length; number++) {
                if (ledger.offset(generator, others[number]) >= 0
                    && without(generator, sequence, others[number]) == 0) {
                  sink.accept(number);
                }
              }
            },
            Math.max(1, joined.pairsMax()),
            new int[0],
            false);
  }

  /** Why a pair of records that may be stored owes nothing; 0 if it owes an output. */
  private long without(int generator, long sequence, long other) {
    if (ledger.uncertain(generator, other)) {
      return ledger.fate(generator, other) == Ledger.Fate.LOST ? LOST_INPUT : UNKNOWN_INPUT;
    }
    if (ledger.offset(generator, other) < 0) {
      return NOT_DUE;
    }
    long apart = Math.abs(micros(generator, sequence) - micros(generator, other));
    return withinMicros == 0 || apart <= withinMicros - UNIT_MICROS
        ? 0
        : apart < withinMicros + UNIT_MICROS ? NOT_JUDGED : NOT_DUE;
  }

  @Override
  public @Nullable String unjudged() {
    return table.size() == 0 && table.inputs() > 0
        ? "no two records that belong together are stored and, by far enough, within the time of one"
            + " another: nothing was due"
        : null;
  }

  private long micros(int generator, long sequence) {
    return joined.sentMicros(sequence, ledger.intendedMicros(generator, sequence));
  }

  @Override
  public DueTable table() {
    return table;
  }

  @Override
  public long find(Observation seen) {
    long row = table.row(seen.generator(), seen.sequence(), seen.key());
    if (row >= 0) {
      return row;
    }
    long[] others =
        ledger.knows(seen.generator(), seen.sequence())
            ? joined.completes(seen.sequence())
            : new long[0];
    if (seen.key() < 0 || seen.key() >= others.length) {
      return NOT_DUE;
    }
    return ledger.offset(seen.generator(), seen.sequence()) < 0
        ? Due.without(ledger.fate(seen.generator(), seen.sequence()))
        : without(seen.generator(), seen.sequence(), others[seen.key()]);
  }

  @Override
  public long input(Observation seen, long row) {
    return row < 0 ? ledger.named(seen) : RecordId.of(seen.generator(), seen.sequence());
  }

  /** The earlier record of the pair, which is on another topic. */
  @Override
  public long alsoOf(long row) {
    long later = table.input(row);
    return RecordId.of(
        RecordId.generator(later), joined.completes(RecordId.sequence(later))[table.key(row)]);
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return contents.apply(diverged);
  }

  @Override
  public List<NotJudged> notJudged() {
    return notJudged;
  }

  @Override
  public String describe(int generator, long sequence, int key) {
    long[] others = joined.completes(sequence);
    return "the pair of %s%s"
        .formatted(
            ledger.describe(generator, sequence, ""),
            key < others.length ? " and " + ledger.describe(generator, others[key], "") : "");
  }

  @Override
  public String describeUnreadable() {
    return "a value without the ids of two records that belong together";
  }
}
