package dev.rebound.oracle.records;

import dev.rebound.oracle.keyed.Aggregate;
import dev.rebound.oracle.keyed.DecimalAmounts;
import dev.rebound.oracle.sample.Condition;
import dev.rebound.oracle.sample.FieldPath;
import dev.rebound.oracle.sample.Sample;
import dev.rebound.workload.Lazy;
import dev.rebound.workload.WorkloadSpec;
import java.util.BitSet;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The sample of {@link Records}, read when it is first asked for. Thread-safe. */
final class ReplayedSample {
  private final WorkloadSpec spec;
  private final @Nullable Supplier<Sample> shared;
  private final @Nullable FieldPath of;
  private final @Nullable Aggregate aggregate;
  private final boolean invariant;
  private final @Nullable Condition where;
  private final Lazy<Replay> replay = new Lazy<>(this::read);

  /**
   * The sample, how amounts in it and in outputs are read, the amount of each of its rows, and
   * which rows owe something.
   *
   * @param owing null for all
   */
  record Replay(
      Sample sample, DecimalAmounts amounts, LongUnaryOperator amountOf, @Nullable BitSet owing) {}

  /**
   * @param shared the sample, where others have it, too; null to read it
   * @param of the field with amounts; null where there are none
   * @param aggregate of these amounts; null for none
   * @param invariant whether outputs have amounts that no record has
   * @param where which records owe something; null for all
   */
  ReplayedSample(
      WorkloadSpec spec,
      @Nullable Supplier<Sample> shared,
      @Nullable FieldPath of,
      @Nullable Aggregate aggregate,
      boolean invariant,
      @Nullable Condition where) {
    this.spec = spec;
    this.shared = shared;
    this.of = of;
    this.aggregate = aggregate;
    this.invariant = invariant;
    this.where = where;
  }

  Sample sample() {
    return get().sample();
  }

  Replay get() {
    return replay.get();
  }

  private Replay read() {
    Supplier<Sample> theirs = shared;
    if (theirs == null) {
      RecordOptions.requireSame(spec, "from");
    }
    Sample sample = theirs == null ? Sample.read(RecordOptions.said(spec)) : theirs.get();
    RecordOptions.requireInOrder(spec, sample);
    FieldPath its = of;
    BitSet owing = where == null ? null : where.rows(sample);
    DecimalAmounts amounts =
        its != null
            ? DecimalAmounts.of(sample, its, owing, "of", aggregate == Aggregate.LAST)
            : invariant ? DecimalAmounts.FINE : DecimalAmounts.WHOLE;
    return new Replay(sample, amounts, amounts.of(sample, its, owing), owing);
  }
}
