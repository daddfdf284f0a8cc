package dev.rebound.workload;

import dev.rebound.workload.due.Due;
import dev.rebound.workload.due.DueTable;
import dev.rebound.workload.due.FilledTable;
import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.due.NotJudged;
import dev.rebound.workload.due.Observation;
import dev.rebound.workload.due.StateAudit;
import java.util.List;
import java.util.function.Function;

/**
 * Nothing is due by itself: outputs are updates of keys, as many as a job likes. Each is a readout
 * of its key.
 */
final class UpdatesDue implements Due {
  private final DueTable none;
  private final PerRecordDue.States states;
  private final List<NotJudged> notJudged;
  private final Function<Observation, String> words;
  private final String unreadable;

  /**
   * @param states judges updates
   * @param notJudged what of updates is held against nothing
   * @param words on an update
   * @param unreadable words on what is none
   */
  UpdatesDue(
      Ledger ledger,
      PerRecordDue.States states,
      List<NotJudged> notJudged,
      Function<Observation, String> words,
      String unreadable) {
    this.none = FilledTable.perInput(ledger, new int[0], false);
    this.states = states;
    this.notJudged = notJudged;
    this.words = words;
    this.unreadable = unreadable;
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
  public List<NotJudged> notJudged() {
    return notJudged;
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return states.audit(exact, diverged);
  }

  @Override
  public String describeUnreadable() {
    return unreadable;
  }

  @Override
  public String describeReadout(Observation seen) {
    return words.apply(seen);
  }
}
