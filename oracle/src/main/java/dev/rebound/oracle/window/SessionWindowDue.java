package dev.rebound.oracle.window;

import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.NotJudged;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UnjudgedAspects;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.SessionWindow;
import dev.rebound.workload.WindowRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * The sessions of the visits that are surely taken, each due once; see {@link SessionFilling} for
 * their rows, and for the visits in doubt, which may make a session longer, join two, or come out
 * in one of their own. The key of a row is its address.
 *
 * <p>An output's identity is the time of its oldest visit, then the address: it is the session that
 * this time lies in, or that visits in doubt may make begin then. The state that it tells is its
 * count, and its checksum with the time of its newest visit. A session of visits in doubt alone is
 * not judged. Memory beside the table: 28 bytes per session.
 */
public final class SessionWindowDue extends SummedDue {
  /** See {@link #more}. */
  static final int OTHERS = -1;

  /** See {@link #more}. */
  static final int UNKNOWN = -2;

  private static final int DOUBTED_MAX = 10;

  private final SessionWindow workload;
  private final Ledger ledger;

  /** By address, see {@link SessionFilling#doubted}. */
  private final long[][] doubted;

  private final long storedDoubted;
  private final long[] newest;

  /** By session: sum of the visits' hashes. */
  private final long[] checksums;

  public SessionWindowDue(SessionWindow workload, Ledger ledger) {
    this(workload, ledger, new SessionFilling(workload, ledger));
  }

  /** The known end of a session is its oldest visit. */
  private SessionWindowDue(SessionWindow workload, Ledger ledger, SessionFilling filling) {
    super("session", "oldest", filling.table(), workload.addresses());
    this.workload = workload;
    this.ledger = ledger;
    this.doubted = filling.doubted();
    this.storedDoubted = filling.storedDoubted();
    this.newest = new long[windows.groups()];
    this.checksums = new long[windows.groups()];
    for (int w = 0; w < windows.groups(); w++) {
      int session = w;
      ends[w] = Long.MAX_VALUE;
      newest[w] = Long.MIN_VALUE;
      windows.eachInput(
          w,
          visit -> {
            ends[session] = Math.min(ends[session], micros(visit));
            newest[session] = Math.max(newest[session], micros(visit));
          });
      checksums[w] = WindowFilling.checksum(windows, w, windows.key(w));
    }
  }

  private long micros(long visit) {
    return workload.visitMicros(
        RecordId.generator(visit), RecordId.sequence(visit), ledger.intendedMicros(visit));
  }

  /** How many of the visits in doubt are stored. */
  long storedDoubted() {
    return storedDoubted;
  }

  @Override
  public long find(Observation seen) {
    int address = seen.key();
    if (!isAddressed(seen)) {
      return NOT_DUE;
    }
    long begin = seen.sequence();
    int at = rows.firstFrom(address, begin, w -> newest[w]);
    if (at < rows.until(address)) {
      int row = rows.row(at);
      List<Long> nearby = nearby(row).visits();
      boolean its = ends[row] <= begin || nearby.stream().anyMatch(v -> micros(v) == begin);
      if (its && !doubtedAlone(seen, nearby)) {
        return row;
      }
    }
    for (long visit : doubted[address]) {
      if (micros(visit) == begin) {
        return NOT_JUDGED;
      }
    }
    return NOT_DUE;
  }

  /**
   * Visits in doubt that may belong to a session.
   *
   * @param joins whether they may join it and another one
   */
  private record Nearby(List<Long> visits, boolean joins) {
    boolean unclear() {
      return joins || visits.size() > DOUBTED_MAX;
    }
  }

  /** True if an output has visits in doubt alone, as far as that can be told. */
  private boolean doubtedAlone(Observation seen, List<Long> nearby) {
    return seen.evidenceHigh() <= nearby.size()
        && nearby.size() <= DOUBTED_MAX
        && taken(seen, nearby, new Figures(0, Long.MAX_VALUE, Long.MIN_VALUE, 0)) > 0;
  }

  private Nearby nearby(int row) {
    int address = windows.key(row);
    long[] all = doubted[address];
    List<Long> visits = new ArrayList<>();
    long from = ends[row];
    long to = newest[row];
    long begin = ends[row];
    int first = (int) DueTable.first(0, all.length, place -> micros(all[(int) place]) >= begin);
    for (int i = first; i < all.length && workload.together(to, micros(all[i])); i++) {
      visits.add(all[i]);
      to = Math.max(to, micros(all[i]));
    }
    for (int i = first - 1; i >= 0 && workload.together(micros(all[i]), from); i--) {
      visits.add(all[i]);
      from = micros(all[i]);
    }
    if (visits.isEmpty()) {
      return new Nearby(visits, false);
    }
    int place = rows.firstFrom(address, ends[row], w -> ends[w]);
    boolean joinsBefore =
        place > rows.from(address) && workload.together(newest[rows.row(place - 1)], from);
    boolean joinsAfter =
        place + 1 < rows.until(address) && workload.together(to, ends[rows.row(place + 1)]);
    return new Nearby(visits, joinsBefore || joinsAfter);
  }

  /** True if visits in doubt may belong to a session. */
  boolean mayHaveMore(long row) {
    return !nearby((int) row).visits().isEmpty();
  }

  /** True if visits in doubt may join a session and another one of its address. */
  boolean mayBeJoined(long row) {
    return nearby((int) row).joins();
  }

  /** True if {@link #more} may not be known. */
  boolean unclear(long row) {
    return nearby((int) row).unclear();
  }

  /**
   * How many visits in doubt an output has beside all that is surely taken; {@link #OTHERS} if it
   * does not have just that, {@link #UNKNOWN} if visits in doubt may join the session and another
   * one, or are too many to tell.
   */
  int more(Observation seen, long row) {
    int session = (int) row;
    Figures sure =
        new Figures(windows.inputsOf(row), ends[session], newest[session], checksums[session]);
    if (sure.are(seen)) {
      return 0;
    }
    Nearby nearby = nearby(session);
    return nearby.unclear() ? UNKNOWN : taken(seen, nearby.visits(), sure);
  }

  /** How many of some visits in doubt an output has beside others; {@link #OTHERS} if not that. */
  private int taken(Observation seen, List<Long> doubts, Figures sure) {
    for (int some = 1; some < 1 << doubts.size(); some++) {
      Figures all = sure;
      for (int i = 0; i < doubts.size(); i++) {
        if ((some & 1 << i) != 0) {
          long visit = doubts.get(i);
          all =
              all.with(
                  micros(visit),
                  RuleState.identityHash(
                      RecordId.generator(visit), RecordId.sequence(visit), seen.key()));
        }
      }
      if (all.are(seen)) {
        return Integer.bitCount(some);
      }
    }
    return OTHERS;
  }

  /** What a session says of its visits. */
  private record Figures(long count, long oldest, long newest, long checksum) {
    Figures with(long micros, long hash) {
      return new Figures(
          count + 1, Math.min(oldest, micros), Math.max(newest, micros), checksum + hash);
    }

    boolean are(Observation seen) {
      return seen.evidenceHigh() == count
          && seen.sequence() == oldest
          && seen.evidenceLow() == WindowRecord.evidence(checksum, newest);
    }
  }

  @Override
  public List<NotJudged> notJudged() {
    return storedDoubted == 0 ? List.of() : UnjudgedAspects.DOUBTED_ALONE;
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return new SessionWindowAudit(this, exact, diverged);
  }

  @Override
  long count(Observation seen) {
    return seen.evidenceHigh();
  }
}
