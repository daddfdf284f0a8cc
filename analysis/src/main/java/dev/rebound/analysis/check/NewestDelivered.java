package dev.rebound.analysis.check;

import dev.rebound.workload.due.DueTable;
import dev.rebound.workload.due.Walk;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * The newest input of which an output came, for each way from an input lane to an output lane. A
 * job that goes through its input in order has done what is older; after a drain that was cut short
 * the rest may only be late. Memory: 8 bytes per way.
 */
final class NewestDelivered {
  private final DueTable table;
  private final int outputLanes;
  private final long[] offsets;

  /**
   * @param undrained whether anything may be late
   */
  NewestDelivered(DueTable table, boolean undrained) {
    this.table = table;
    this.outputLanes = Math.max(1, table.outputLanes());
    this.offsets = new long[undrained ? table.inputLanes() * outputLanes : 0];
    Arrays.fill(offsets, -1);
  }

  /** Takes the outputs that came. */
  void fill(LongPredicate came) {
    for (int strand = 0; offsets.length > 0 && strand < table.strands(); strand++) {
      Walk walk = table.walk(strand);
      while (walk.next()) {
        for (long row = walk.start(); row < walk.end(); row++) {
          if (came.test(row)) {
            int way = way(walk, row);
            offsets[way] = Math.max(offsets[way], walk.inputOffset());
          }
        }
      }
    }
  }

  /** True if nothing has overtaken an output that has not come, so that it may be late. */
  boolean mayBeLate(Walk input, long row) {
    return offsets.length > 0 && input.inputOffset() > offsets[way(input, row)];
  }

  private int way(Walk input, long row) {
    return input.inputLane() * outputLanes + Math.max(0, table.outputLane(row));
  }
}
