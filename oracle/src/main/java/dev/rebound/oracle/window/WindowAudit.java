package dev.rebound.oracle.window;

import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.oracle.due.UndecidedStates;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.Visit;
import dev.rebound.workload.WindowRecord;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the windows that list their visits against those that are due.
 *
 * <p>Under every promise, a window's count, times and checksum are those of the visits that it
 * lists. Each visit has the time that it was sent with. A window that ends by count has that count,
 * unless a closing record read it out before.
 *
 * <p>Exact: the visits of a window of time come in one emission, which holds no others. Windows by
 * count are known where the visits of an address go to one partition: then each emission is one of
 * them. Elsewhere, as many visits of an address are read out as its windows leave over.
 *
 * <p>After a replay, at least one emission holds every visit that arrived, and no emission holds
 * visits of two windows of time. Windows that end by count may be shifted: by how many visits they
 * are in the end is told as excess.
 *
 * <p>Memory: 8 bytes per window of time, or per address.
 */
final class WindowAudit implements StateAudit {
  private final FixedWindow workload;
  private final FilledTable windows;
  private final boolean exact;
  private final FindingSink diverged;
  private final boolean known;
  private final UncertainWindows doubted;
  private final int[] leftOver;

  /** By window of time: checksum of the one that its first visit came in; 0 for none yet. */
  private final long[] cameIn;

  /** By window of time, where a replay may bring it again: its visits that came, each once. */
  private final int[] came;

  /** Likewise: the visits of the fullest record that brought any of it. */
  private final int[] fullest;

  /** Where windows end by count, and which visits are together is known; else null. */
  private final @Nullable WindowShift shift;

  private long lastCameIn;
  private long lastWindow = -1;
  private long window = -1;
  private long checksum;
  private long toldWindow = -1;

  WindowAudit(FixedWindow workload, FilledTable windows, boolean exact, FindingSink diverged) {
    this.workload = workload;
    this.windows = windows;
    this.exact = exact;
    this.diverged = diverged;
    this.known = workload.byTime() || workload.byKey();
    this.doubted = new UncertainWindows(workload, windows.ledger());
    this.leftOver = new int[known ? 0 : workload.addresses()];
    this.cameIn = new long[exact && workload.byTime() ? windows.groups() : 0];
    this.came = new int[!exact && workload.byTime() ? windows.groups() : 0];
    this.fullest = new int[came.length];
    this.shift = known && !workload.byTime() ? new WindowShift(workload, windows) : null;
  }

  private static long count(Observation seen) {
    return seen.evidenceHigh() & WindowRecord.COUNT;
  }

  private static boolean readOut(Observation seen) {
    return (seen.evidenceHigh() & WindowRecord.READ_OUT) != 0;
  }

  private static boolean consistent(Observation seen) {
    return (seen.evidenceHigh() & WindowRecord.INCONSISTENT) == 0;
  }

  /** Whether a visit has the time that it was sent with; true where the evidence has none. */
  private boolean timely(Observation seen) {
    return (seen.evidenceHigh() & WindowRecord.TIMED) == 0
        || (seen.evidenceHigh() & WindowRecord.DIGEST)
            == WindowRecord.digest(
                windows.ledger().intendedMicros(seen.generator(), seen.sequence()));
  }

  private long number(Observation seen) {
    return windows.row(seen.generator(), seen.sequence());
  }

  @Override
  public boolean first(Observation seen) {
    if (shift != null) {
      shift.came(seen.key());
    }
    noteReadOut(seen);
    if (!consistent(seen) || !timely(seen) || !sized(seen)) {
      return false;
    }
    if (!exact) {
      return !workload.byTime() || unmixed(seen);
    }
    if (!known) {
      leftOver[seen.key()] += readOut(seen) ? 1 : 0;
      return true;
    }
    look(number(seen));
    return workload.byTime() ? together(seen.evidenceLow()) : seen.evidenceLow() == checksum;
  }

  /** A replay may bring a window in pieces, but only whole windows hold what came of one. */
  @Override
  public boolean again(Observation seen) {
    noteReadOut(seen);
    boolean mixed = false;
    if (workload.byTime()) {
      look(number(seen));
      note(seen);
      mixed = mixed(seen.evidenceLow());
    }
    return !mixed && consistent(seen) && timely(seen) && sized(seen);
  }

  private void noteReadOut(Observation seen) {
    if (shift != null && readOut(seen)) {
      shift.readOut(seen.key(), count(seen));
    }
  }

  /** True if this visit came with those of its window that came before, and with no others. */
  private boolean together(long said) {
    int at = Math.toIntExact(window);
    boolean alone = cameIn[at] == 0;
    if (alone) {
      cameIn[at] = said;
    }
    return !mixed(said) && (alone || cameIn[at] == said);
  }

  /** Whether one window brought visits of two: no replay moves a visit to another time. */
  private boolean mixed(long said) {
    boolean mixed = said == lastCameIn && window != lastWindow;
    lastCameIn = said;
    lastWindow = window;
    return mixed;
  }

  private void note(Observation seen) {
    int at = Math.toIntExact(window);
    if (exact) {
      return;
    }
    fullest[at] = (int) Math.max(fullest[at], count(seen));
  }

  private boolean unmixed(Observation seen) {
    look(number(seen));
    came[Math.toIntExact(window)]++;
    note(seen);
    return !mixed(seen.evidenceLow());
  }

  /** Visits of one window come together, so that its checksum is worked out once. */
  private void look(long number) {
    if (window < 0 || number < windows.start(window) || number >= windows.end(window)) {
      window = windows.groupOf(number);
      checksum = WindowFilling.checksum(windows, window, windows.key(number));
    }
  }

  private boolean sized(Observation seen) {
    if (workload.byTime()) {
      return true;
    }
    return readOut(seen)
        ? count(seen) < workload.windowVisits()
        : count(seen) == workload.windowVisits();
  }

  /** A window is told of once. */
  @Override
  public void wrong(Observation seen, OutputLookup at, Supplier<String> words) {
    long due = windows.groupOf(number(seen));
    if (due == toldWindow) {
      return;
    }
    toldWindow = due;
    // A window's own figures are its job's, however often it took what.
    if (consistent(seen)
        && timely(seen)
        && doubted.takes(
            seen.key(), windows.ledger().intendedMicros(seen.generator(), seen.sequence()))) {
      return;
    }
    String why = why(seen, due);
    diverged.add(
        at.inputLane(), at.inputOffset(), () -> "a window " + why + ", with " + words.get());
  }

  private String why(Observation seen, long due) {
    if (!consistent(seen)) {
      return "whose count, times or checksum are not those of its visits";
    }
    if (!timely(seen)) {
      return "whose visits have other times than they were sent with";
    }
    long count = count(seen);
    if (!sized(seen)) {
      return readOut(seen)
          ? "of " + count + " visits that was full and did not close"
          : "closed with " + count + " of " + workload.windowVisits() + " visits";
    }
    long whole = windows.end(due) - windows.start(due);
    return "of " + count + " visits that are not the " + whole + " that belong together";
  }

  /** What windows leave over is read out last. */
  @Override
  public StateJudgement judge(boolean unfinished) {
    int differing = 0;
    if (exact && !known) {
      int[] due = leftOverDue();
      for (int address = 0; address < due.length; address++) {
        if (leftOver[address] != due[address] && !doubted.takes(address, 0)) {
          differing++;
          if (!unfinished) {
            tell(address, due[address]);
          }
        }
      }
    }
    for (int at = 0; at < came.length; at++) {
      if (fullest[at] < came[at]
          && !doubted.takes(windows.key(windows.start(at)), windows.oldestMicros(at))) {
        tellPieces(came[at], fullest[at]);
      }
    }
    String doubts = doubted.unjudged();
    String unjudged =
        doubts == null && unfinished && differing > 0
            ? UndecidedStates.unfinished(differing, "addresses' last windows")
            : doubts;
    return shift == null
        ? new StateJudgement(unjudged, null)
        : new StateJudgement(shift.visits(doubted), shift.unknown(doubted), unjudged, null);
  }

  private void tellPieces(int visits, int most) {
    diverged.add(
        0,
        -1,
        () ->
            ("a window of which %s visits came, in records of at most %s: it closed before it was"
                    + " whole")
                .formatted(visits, most));
  }

  private int[] leftOverDue() {
    int[] due = new int[workload.addresses()];
    for (long n = windows.firstOf(windows.strands() - 1); n < windows.size(); n++) {
      due[windows.key(n)]++;
    }
    return due;
  }

  private void tell(int address, int due) {
    diverged.add(
        0,
        -1,
        () ->
            ("address %s: %s visits were read out before their window was full, and %s are left"
                    + " over by its windows")
                .formatted(Visit.text(address), leftOver[address], due));
  }
}
