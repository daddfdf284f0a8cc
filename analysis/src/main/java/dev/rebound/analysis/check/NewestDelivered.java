package dev.rebound.analysis.check;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueInputWalk;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.Ledger;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * The newest input of which an output came, for each way from an input lane to an output lane. A
 * job that goes through its input in order has done what is older; after a drain that was cut short
 * the rest may only be late. Where outputs are of two inputs, each counts on its own way, and both
 * must be overtaken. Memory: 8 bytes per way.
 */
final class NewestDelivered {
  private final Due due;
  private final DueTable table;
  private final int outputLanes;
  private final long[] offsets;

  /**
   * @param undrained whether anything may be late
   */
  NewestDelivered(Due due, boolean undrained) {
    this.due = due;
    this.table = due.table();
    this.outputLanes = Math.max(1, table.outputLanes());
    this.offsets = new long[undrained ? table.inputLanes() * outputLanes : 0];
    Arrays.fill(offsets, -1);
  }

  /** Takes the outputs that came. */
  void fill(LongPredicate came) {
    for (int strand = 0; offsets.length > 0 && strand < table.strands(); strand++) {
      DueInputWalk walk = table.walk(strand);
      while (walk.next()) {
        for (long row = walk.start(); row < walk.end(); row++) {
          if (came.test(row)) {
            take(way(walk.inputLane(), row), walk.inputOffset());
            long other = due.alsoOf(row);
            if (other != Ledger.NONE) {
              take(way(table.ledger().lane(other), row), table.ledger().offset(other));
            }
          }
        }
      }
    }
  }

  private void take(int way, long offset) {
    offsets[way] = Math.max(offsets[way], offset);
  }

  /** True if nothing has overtaken an output that has not come, so that it may be late. */
  boolean mayBeLate(DueInputWalk input, long row) {
    if (offsets.length == 0) {
      return false;
    }
    if (input.inputOffset() > offsets[way(input.inputLane(), row)]) {
      return true;
    }
    long other = due.alsoOf(row);
    return other != Ledger.NONE
        && table.ledger().offset(other) > offsets[way(table.ledger().lane(other), row)];
  }

  private int way(int inputLane, long row) {
    return inputLane * outputLanes + Math.max(0, table.outputLane(row));
  }
}
