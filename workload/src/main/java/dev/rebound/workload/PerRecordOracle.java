package dev.rebound.workload;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.due.Oracle;
import dev.rebound.workload.due.StateAudit;
import org.jspecify.annotations.Nullable;

/**
 * Each record owes an output for each rule that it matches. Where a workload is {@link
 * WorkloadKind.Shape#KEYED keyed}, outputs have a place and say what state they come from.
 *
 * @param states judges states; null for the usual way of the workload's shape
 */
record PerRecordOracle(Workload workload, @Nullable States states) implements Oracle {
  private static final int MANY_RULES = 1 << 16;

  /** Makes what judges states. */
  @FunctionalInterface
  interface States {
    StateAudit audit(Ledger ledger, boolean exact, FindingSink diverged);
  }

  PerRecordOracle(Workload workload) {
    this(workload, null);
  }

  @Override
  public Due due(Ledger ledger, int partitions) {
    return new PerRecordDue(this, ledger, partitions);
  }

  @Override
  public int bytesPerOutput() {
    return manyRules() ? 4 : 2;
  }

  /** True if a rule's number needs more than two bytes. */
  boolean manyRules() {
    return workload.rules() > MANY_RULES;
  }
}
