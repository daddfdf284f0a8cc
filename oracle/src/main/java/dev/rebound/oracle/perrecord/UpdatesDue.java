package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import java.util.List;
import java.util.function.Function;

/**
 * Nothing is due by itself: outputs are updates of keys, as many as a job likes. Each is a readout
 * of its key.
 */
public final class UpdatesDue implements Due {
  private final DueTable none;
  private final StateAudit.Maker states;
  private final List<NotJudged> notJudged;
  private final Function<Observation, String> words;
  private final String unreadable;

  /**
   * @param states judges updates
   * @param notJudged what of updates is held against nothing
   * @param words on an update
   * @param unreadable words on what is none
   */
  public UpdatesDue(
      Ledger ledger,
      StateAudit.Maker states,
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
