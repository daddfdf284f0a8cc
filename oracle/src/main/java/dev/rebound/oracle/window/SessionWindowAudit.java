package dev.rebound.oracle.window;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.LargeArrays;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the sessions that came against those that are due.
 *
 * <p>Exact: each session has all the visits that are surely taken, maybe visits in doubt, and no
 * others. What comes again has so, too.
 *
 * <p>A replay may count visits twice, and bring a part of a session again. At least one output of a
 * session then has as many visits as are surely taken. An output that has more leaves open whether
 * each visit came, and what is lost is not known.
 */
final class SessionWindowAudit implements StateAudit {
  private final SessionWindowDue due;
  private final boolean exact;
  private final FindingSink diverged;

  /** By session of which no output has all visits yet: the most that one has. */
  private final Map<Long, Long> most = new TreeMap<>();

  /** Sessions whose first output has just the visits that are surely taken. */
  private final LargeArrays.Bits whole = new LargeArrays.Bits();

  private long lacking;
  private long doubtedTaken;
  private long unknown;
  private long others;

  SessionWindowAudit(SessionWindowDue due, boolean exact, FindingSink diverged) {
    this.due = due;
    this.exact = exact;
    this.diverged = diverged;
  }

  @Override
  public boolean first(Observation seen) {
    long session = due.find(seen);
    lacking += Math.max(0, due.table().inputsOf(session) - seen.evidenceHigh());
    int more = due.more(seen, session);
    doubtedTaken += Math.max(0, more);
    if (more == 0) {
      whole.add(session);
    }
    return judge(seen, session, more, true);
  }

  @Override
  public boolean again(Observation seen) {
    long session = due.find(seen);
    return judge(seen, session, due.more(seen, session), false);
  }

  private boolean judge(Observation seen, long session, int more, boolean first) {
    if (more == SessionWindowDue.UNKNOWN) {
      unknown++;
    }
    if (more != SessionWindowDue.OTHERS) {
      most.remove(session);
      return true;
    }
    if (exact) {
      return false;
    }
    if (seen.evidenceHigh() >= due.table().inputsOf(session)) {
      most.remove(session);
      others++;
    } else if (first || most.containsKey(session)) {
      most.merge(session, seen.evidenceHigh(), Long::max);
    }
    return true;
  }

  @Override
  public void wrong(Observation seen, OutputLookup at, Supplier<String> words) {
    diverged.add(at.inputLane(), at.inputOffset(), () -> words.get() + ": it " + why(seen));
  }

  private String why(Observation seen) {
    long session = due.find(seen);
    long whole = due.table().inputsOf(session);
    return seen.evidenceHigh() == whole
        ? "has the checksum, or the oldest or newest time, of other visits than belong together"
        : "has %s visits where %s belong together%s"
            .formatted(
                seen.evidenceHigh(),
                whole,
                due.mayHaveMore(session) ? ", and maybe some that came late" : "");
  }

  /**
   * A second output of a session may be of a visit in doubt, unless it is one that may be due as it
   * is. One that has just the visits that are surely taken is not due twice, whatever is in doubt.
   */
  @Override
  public boolean inDoubt(Observation seen) {
    long session = due.find(seen);
    if (session < 0) {
      return false;
    }
    int more = due.more(seen, session);
    boolean again = more == 0 && whole.contains(session);
    return !again && (due.unclear(session) || (due.mayHaveMore(session) && more < 0));
  }

  @Override
  public @Nullable String mayBeElsewhere(long index) {
    return due.mayBeJoined(index) ? "a visit in doubt may have joined it to another one" : null;
  }

  /** Visits in doubt count as lacking unless an output has them. */
  @Override
  public long lackingInputs() {
    return lacking + Math.max(0, due.storedDoubted() - doubtedTaken);
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    most.forEach(
        (session, visits) -> {
          long last = due.table().input(session);
          Ledger ledger = due.table().ledger();
          diverged.add(
              ledger.lane(last),
              ledger.offset(last),
              () -> due.describe(session) + ": of its outputs none has more than " + visits);
        });
    return new StateJudgement(
        unknown == 0
            ? null
            : ("%s sessions are not those that are due, and of each visits came late, were lost by"
                    + " the brokers, may have been stored, or are stored twice: the job may be right")
                .formatted(unknown),
        others == 0
            ? null
            : ("%s sessions hold other visits than belong together, as a replay may count visits"
                    + " twice: by their sums it is not known whether each visit came")
                .formatted(others));
  }
}
