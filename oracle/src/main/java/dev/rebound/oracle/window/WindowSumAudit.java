package dev.rebound.oracle.window;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WindowRecord;
import java.util.BitSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds the sums of windows against those that are due.
 *
 * <p>Exact: count, checksum, oldest and newest time are those of the visits that belong together.
 *
 * <p>A replay may put visits together anew. A window that is not the one due then leaves open
 * whether each visit came, and what is lost is not known. A window of time with fewer visits than
 * belong together is wrong in any case. Memory: a bit per address.
 */
final class WindowSumAudit implements StateAudit {
  private final FixedWindow workload;
  private final WindowSumDue due;
  private final boolean exact;
  private final FindingSink diverged;
  private final UncertainWindows doubted;
  private final BitSet anew = new BitSet();
  private long others;
  private long lacking;

  WindowSumAudit(FixedWindow workload, WindowSumDue due, boolean exact, FindingSink diverged) {
    this.workload = workload;
    this.due = due;
    this.exact = exact;
    this.diverged = diverged;
    this.doubted = new UncertainWindows(workload, due.table().ledger());
  }

  static long count(Observation seen) {
    return seen.evidenceHigh() & WindowRecord.READ_OUT - 1;
  }

  private static boolean readOut(Observation seen) {
    return (seen.evidenceHigh() & WindowRecord.READ_OUT) != 0;
  }

  private boolean sized(Observation seen) {
    return workload.byTime()
        || (readOut(seen)
            ? count(seen) < workload.windowVisits()
            : count(seen) == workload.windowVisits());
  }

  @Override
  public boolean first(Observation seen) {
    long window = due.find(seen);
    if (workload.byTime() && window >= 0) {
      lacking += Math.max(0, due.table().inputsOf(window) - count(seen));
    }
    return judge(seen);
  }

  @Override
  public long lackingInputs() {
    return lacking;
  }

  /**
   * A window that comes again is another one where a replay put visits together anew, unless each
   * is to be counted once.
   */
  @Override
  public boolean again(Observation seen) {
    boolean right = judge(seen);
    return exact ? right : sized(seen);
  }

  /**
   * The very window that was due is one that came twice, whatever else is in doubt. Another one may
   * be right, and may be wrong: it leaves open whether states diverged.
   */
  @Override
  public boolean inDoubt(Observation seen) {
    long window = due.find(seen);
    return window >= 0
        && (count(seen) != due.table().inputsOf(window) || seen.evidenceLow() != due.sum(window))
        && doubted.takes(seen.key(), seen.sequence());
  }

  private boolean judge(Observation seen) {
    long window = due.find(seen);
    if (window < 0 || !sized(seen)) {
      return false;
    }
    if (count(seen) == due.table().inputsOf(window) && seen.evidenceLow() == due.sum(window)) {
      return seen.sequence() == due.table().newestMicros(window);
    }
    if (exact || (workload.byTime() && count(seen) < due.table().inputsOf(window))) {
      return false;
    }
    anew.set(due.table().key(window));
    others++;
    return true;
  }

  @Override
  public void wrong(Observation seen, OutputLookup at, Supplier<String> words) {
    if (!doubted.takes(seen.key(), seen.sequence())) {
      diverged.add(at.inputLane(), at.inputOffset(), () -> words.get() + ": it " + why(seen));
    }
  }

  private String why(Observation seen) {
    long count = count(seen);
    if (!sized(seen)) {
      return readOut(seen)
          ? "was full and did not close"
          : "closed with " + count + " of " + workload.windowVisits() + " visits";
    }
    long whole = due.table().inputsOf(due.find(seen));
    return count == whole
        ? "has the checksum, or the oldest or newest time, of other visits than belong together"
        : "has " + count + " visits where " + whole + " belong together";
  }

  @Override
  public @Nullable String mayBeElsewhere(long index) {
    int address = due.table().key(index);
    return !workload.byTime() && (doubted.has(address, 0) || anew.get(address))
        ? "it may have come in others"
        : null;
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    return new StateJudgement(
        doubted.unjudged(),
        others == 0
            ? null
            : ("%s windows hold other visits than belong together, as a replay may put them"
                    + " together anew: by their sums it is not known whether each visit came")
                .formatted(others));
  }
}
