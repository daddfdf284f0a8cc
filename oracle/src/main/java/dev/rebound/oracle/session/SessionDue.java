package dev.rebound.oracle.session;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.oracle.perrecord.PerRecordTable;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.SessionLogic;
import dev.rebound.workload.Sessions;
import java.util.List;
import java.util.Locale;

/**
 * The alerts and receipts that follow from the stored events of each session, as {@link
 * SessionReplay} takes them.
 *
 * <p>An output's identity is the sequence of its event, then generator and place; what it says of
 * the state is what it is, its count and its checksum.
 */
public final class SessionDue implements Due {
  private final Sessions sessions;
  private final boolean passesOver;
  private final Ledger ledger;
  private final SessionReplay replay;
  private final PerRecordTable table;

  public SessionDue(Sessions sessions, Ledger ledger) {
    this.sessions = sessions;
    this.passesOver = SessionLogic.passesOver(sessions.spec());
    this.ledger = ledger;
    this.replay = new SessionReplay(sessions, ledger);
    this.table =
        new PerRecordTable(
            ledger,
            (generator, sequence, sink) -> {
              if (!replay.doubted(generator, sequence)
                  && replay.owes(generator, sequence) != SessionLogic.What.NOTHING) {
                sink.accept(sessions.keyOf(generator, sequence));
              }
            },
            sessions.rules(),
            RecordFormat.lanes(sessions.rules(), ledger.lanes()),
            true);
  }

  @Override
  public PerRecordTable table() {
    return table;
  }

  @Override
  public long find(Observation seen) {
    int generator = seen.generator();
    long sequence = seen.sequence();
    if (generator >= ledger.generators()
        || sequence < 0
        || sequence >= ledger.records(generator)
        || ledger.ofAnotherTime(seen)
        || sessions.keyOf(generator, sequence) != seen.key()) {
      return NOT_DUE;
    }
    if (ledger.offset(generator, sequence) < 0) {
      return Due.without(ledger.fate(generator, sequence));
    }
    if (replay.doubted(generator, sequence)) {
      return NOT_JUDGED;
    }
    SessionLogic.What what = SessionLogic.what(seen.evidenceHigh());
    if (what != SessionLogic.What.NOTHING && what == replay.owes(generator, sequence)) {
      return table.row(generator, sequence, seen.key());
    }
    return replay.ofRightState(seen) || (passesOver && replay.tookTwice(seen))
        ? NOT_DUE
        : OF_WRONG_STATE;
  }

  @Override
  public boolean idsTellTimes() {
    return true;
  }

  @Override
  public List<NotJudged> notJudged() {
    return List.of(UnjudgedAspects.STATE_TIMES);
  }

  @Override
  public String describeNotDue(Observation seen) {
    return ledger.ofAnotherTime(seen) ? OF_ANOTHER_TIME : Due.super.describeNotDue(seen);
  }

  @Override
  public boolean tellsWrongStates() {
    return true;
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return new SessionAudit(replay, table, exact, passesOver, diverged);
  }

  @Override
  public String describe(long row) {
    long input = table.input(row);
    int generator = RecordId.generator(input);
    long sequence = RecordId.sequence(input);
    return words(replay.owes(generator, sequence)) + describe(generator, sequence, table.key(row));
  }

  @Override
  public String describe(Observation seen) {
    return words(SessionLogic.what(seen.evidenceHigh()))
        + describe(seen.generator(), seen.sequence(), seen.key());
  }

  private static String words(SessionLogic.What what) {
    return switch (what) {
      case ALERT -> "an alert on ";
      case RECEIPT -> "a receipt of ";
      case NOTHING -> "neither alert nor receipt of ";
    };
  }

  @Override
  public String describe(int generator, long sequence, int key) {
    String event =
        ledger.knows(generator, sequence)
            ? ", " + sessions.event(generator, sequence).name().toLowerCase(Locale.ROOT)
            : "";
    return ledger.describe(generator, sequence, ", session " + key + event);
  }

  @Override
  public String describeReadout(Observation seen) {
    return "the readout of session " + seen.key() + " in closing round " + seen.sequence();
  }
}
