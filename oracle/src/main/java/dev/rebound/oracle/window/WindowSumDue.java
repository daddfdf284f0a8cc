package dev.rebound.oracle.window;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.Visit;
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
public final class WindowSumDue implements Due {
  /** How far from where its newest visit puts it a window is looked for by its sum. */
  private static final int NEIGHBOURS = 2;

  private final FixedWindow workload;
  private final FilledTable windows;
  private final UncertainWindows doubted;

  private final WindowsByKey rows;

  /** By window: the newest time of it and of those of its address before it. */
  private final long[] newest;

  /** By window, see {@link WindowRecord#evidence}. */
  private final long[] sums;

  WindowSumDue(FixedWindow workload, FilledTable windows) {
    this.workload = workload;
    this.windows = windows;
    this.doubted = new UncertainWindows(workload, windows.ledger());
    this.rows = new WindowsByKey(windows, workload.addresses());
    this.newest = new long[windows.groups()];
    this.sums = new long[windows.groups()];
    for (int address = 0; address < workload.addresses(); address++) {
      long before = Long.MIN_VALUE;
      for (int place = rows.from(address); place < rows.until(address); place++) {
        int w = rows.row(place);
        newest[w] = Math.max(before, windows.newestMicros(w));
        before = newest[w];
        sums[w] =
            WindowRecord.evidence(
                WindowFilling.checksum(windows, w, address), windows.oldestMicros(w));
      }
    }
  }

  @Override
  public FilledTable table() {
    return windows;
  }

  @Override
  public FilledTable windows() {
    return windows;
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
    if (seen.generator() != 0 || address < 0 || address >= workload.addresses()) {
      return NOT_DUE;
    }
    long micros = seen.sequence();
    int from = rows.from(address);
    int until = rows.until(address);
    int at = rows.firstFrom(address, micros, w -> newest[w]);
    for (int i = Math.max(from, at - NEIGHBOURS); i < Math.min(until, at + NEIGHBOURS); i++) {
      if (sums[rows.row(i)] == seen.evidenceLow()) {
        return rows.row(i);
      }
    }
    if (!workload.byTime()) {
      return at < until ? rows.row(at) : NOT_DUE;
    }
    for (int i = Math.max(from, at - 1); i < Math.min(until, at + 1); i++) {
      if (stretch(newest[rows.row(i)]) == stretch(micros)) {
        return rows.row(i);
      }
    }
    return NOT_DUE;
  }

  private long stretch(long micros) {
    return Math.floorDiv(micros, workload.lengthMillis() * 1000);
  }

  @Override
  public long input(Observation seen, long row) {
    return row < 0 ? Ledger.NONE : windows.input(row);
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return new WindowSumAudit(workload, this, exact, diverged);
  }

  @Override
  public String describe(long window) {
    return "%s (%s)"
        .formatted(
            words(windows.inputsOf(window), windows.key(window), newest[Math.toIntExact(window)]),
            windows.place(window));
  }

  @Override
  public String describe(Observation seen) {
    return words(WindowSumAudit.count(seen), seen.key(), seen.sequence());
  }

  private static String words(long visits, int address, long newestMicros) {
    return "a window of %s visits of address %s, the newest of %s"
        .formatted(visits, Visit.text(address), Ledger.time(newestMicros));
  }

  @Override
  public String describeReadout(Observation seen) {
    return "a readout, which windows do not give";
  }
}
