package dev.rebound.oracle.session;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Oracle;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.Sessions;
import java.util.List;

/** The oracle of sessions: what follows from the events that are stored. */
public record SessionsOracle(Sessions workload) implements Oracle {
  /** What the replay of a check holds. */
  @Override
  public int heldBytesPerRecord() {
    return SessionReplay.BYTES_PER_INPUT;
  }

  @Override
  public List<NotJudged> notJudged() {
    return List.of(UnjudgedAspects.STATE_TIMES);
  }

  @Override
  public Due due(Ledger ledger) {
    return new SessionDue(this, ledger);
  }
}
