package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.result.Results.FaultResult;
import java.io.IOException;

/**
 * What tells of a run's lanes when they were below and when something was late: outputs by their
 * identity, or offsets and append times. What requests tell of a service is not of lanes.
 */
public sealed interface LaneSignal permits IdentitySignal, OffsetSignal {
  /**
   * One fault, as a signal tells it.
   *
   * @param below when lanes were below in its watch
   */
  record FaultReading(FaultResult result, TimeBelow below) {
    /** This with what offsets tell of it. */
    public FaultReading beside(FaultReading offsets) {
      return new FaultReading(
          result.toBuilder().byOffsets(offsets.result.byOffsets()).build(), below);
    }
  }

  /** Tells of the fault of an index. */
  FaultReading read(int fault) throws IOException;
}
