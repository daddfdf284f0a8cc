package dev.rebound.oracle.window;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.VisitWindows;

/** The oracle of windows of visits. */
public record WindowOracle(VisitWindows workload) implements Oracle {
  /** Each visit owes its place in one window; or, where these are only summed up, each is due. */
  @Override
  public Due due(Ledger ledger) {
    if (workload instanceof SessionWindow sessions) {
      return new SessionWindowDue(sessions, ledger);
    }
    FixedWindow fixed = (FixedWindow) workload;
    FilledTable windows = new WindowFilling(fixed, ledger).table();
    return fixed.listed() ? new WindowDue(fixed, windows) : new WindowSumDue(fixed, windows);
  }
}
