package dev.rebound.workload;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.DueTable;
import dev.rebound.workload.due.FilledTable;
import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.due.Observation;
import dev.rebound.workload.due.StateAudit;
import java.util.function.IntFunction;

/**
 * Nothing is due by itself: outputs are updates of keys, as many as a job likes. Each is a readout
 * of its key.
 */
final class UpdatesDue implements Due {
  private final DueTable none;
  private final PerRecordDue.States states;
  private final IntFunction<String> names;

  /**
   * @param states judges updates
   * @param names of keys
   */
  UpdatesDue(Ledger ledger, PerRecordDue.States states, IntFunction<String> names) {
    this.none = FilledTable.perInput(ledger, new int[0], false);
    this.states = states;
    this.names = names;
  }

  @Override
  public DueTable table() {
    return none;
  }

  @Override
  public long find(Observation seen) {
    return NOT_DUE;
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return states.audit(exact, diverged);
  }

  @Override
  public String describeUnreadable() {
    return "a value that is no update of a key of the sample";
  }

  @Override
  public String describeReadout(Observation seen) {
    return "an update of key " + names.apply(seen.key());
  }
}
