package dev.rebound.workload;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.due.Oracle;

/** Each visit owes its place in one window; or, where these are only summed up, each is due. */
record WindowOracle(FixedWindow workload) implements Oracle {
  @Override
  public Due due(Ledger ledger, int partitions) {
    Windows windows = new Windows(workload, ledger, partitions);
    if (workload.byTime()) {
      windows.byTime();
    } else if (workload.byKey()) {
      windows.byCountInOrderOfOffsets();
    } else {
      windows.byCountInOrderOfTimes();
    }
    return workload.listed()
        ? new WindowDue(workload, ledger, partitions, windows)
        : new WindowSumDue(workload, ledger, partitions, windows);
  }

  @Override
  public int bytesPerOutput() {
    if (workload.listed()) {
      return 14;
    }
    return workload.byTime() ? 42 : 28 + 14 * workload.windowVisits();
  }
}
