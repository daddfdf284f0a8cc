package dev.rebound.oracle.window;

import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.WindowRecord;

/**
 * The windows of the visits that are stored, each due once, where outputs do not list their visits
 * and it is known which of them are together. See {@link WindowFilling} for their rows; the key of
 * one is its address.
 *
 * <p>An output's identity is the time of its newest visit, then the address: it is that window of
 * the address in whose stretch the time lies, or a neighbour with the same sum. The state that it
 * tells is its count and its {@link WindowRecord#evidence}. Memory beside the table: 20 bytes per
 * window.
 */
public final class WindowSumDue extends SummedDue {
  /** How far from where its newest visit puts it a window is looked for by its sum. */
  private static final int NEIGHBOURS = 2;

  private final FixedWindow workload;
  private final UncertainWindows doubted;

  /** By window, see {@link WindowRecord#evidence}. */
  private final long[] sums;

  /** The known end of a window is the newest time of it and of those of its address before it. */
  WindowSumDue(FixedWindow workload, FilledTable windows) {
    super("window", "newest", windows, workload.addresses());
    this.workload = workload;
    this.doubted = new UncertainWindows(workload, windows.ledger());
    this.sums = new long[windows.groups()];
    for (int address = 0; address < workload.addresses(); address++) {
      long before = Long.MIN_VALUE;
      for (int place = rows.from(address); place < rows.until(address); place++) {
        int w = rows.row(place);
        ends[w] = Math.max(before, windows.newestMicros(w));
        before = ends[w];
        sums[w] =
            WindowRecord.evidence(
                WindowFilling.checksum(windows, w, address), windows.oldestMicros(w));
      }
    }
  }

  /** The sum that a window has to tell of itself. */
  long sum(long window) {
    return sums[Math.toIntExact(window)];
  }

  /** None is due of inputs that are all in doubt; a job may have taken them all the same. */
  @Override
  public long find(Observation seen) {
    long window = located(seen);
    return window == NOT_DUE && doubted.has(seen.key(), seen.sequence()) ? UNKNOWN_INPUT : window;
  }

  /** The window that an output is, as far as that can be told; {@link #NOT_DUE} if it is none. */
  private long located(Observation seen) {
    int address = seen.key();
    if (!isAddressed(seen)) {
      return NOT_DUE;
    }
    long micros = seen.sequence();
    int from = rows.from(address);
    int until = rows.until(address);
    int at = rows.firstFrom(address, micros, w -> ends[w]);
    for (int i = Math.max(from, at - NEIGHBOURS); i < Math.min(until, at + NEIGHBOURS); i++) {
      if (sums[rows.row(i)] == seen.evidenceLow()) {
        return rows.row(i);
      }
    }
    if (!workload.byTime()) {
      return at < until ? rows.row(at) : NOT_DUE;
    }
    for (int i = Math.max(from, at - 1); i < Math.min(until, at + 1); i++) {
      if (stretch(ends[rows.row(i)]) == stretch(micros)) {
        return rows.row(i);
      }
    }
    return NOT_DUE;
  }

  private long stretch(long micros) {
    return Math.floorDiv(micros, workload.lengthMillis() * 1000);
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return new WindowSumAudit(workload, this, exact, diverged);
  }

  @Override
  long count(Observation seen) {
    return WindowSumAudit.count(seen);
  }
}
