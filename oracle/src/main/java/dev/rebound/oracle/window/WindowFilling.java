package dev.rebound.oracle.window;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.RecordFormat;
import dev.rebound.workload.RecordId;
import dev.rebound.workload.RuleState;
import java.util.Arrays;

/**
 * Fills a table with the windows that are due for the visits that are stored: a row for each visit
 * in the order of windows, or for each window. Strands are the input partitions where visits of an
 * address go to one and windows end by count, else all visits together; the last strand holds the
 * windows that nothing but a closing record ends, due with the last visit of all.
 *
 * <p>Where windows end by count and the visits of an address come from many partitions, which ones
 * are together depends on their arrival: these windows are those in the order of intended times,
 * good for due times alone.
 */
public final class WindowFilling {
  private static final int RECORDS_MAX = 1 << 30;

  private final FixedWindow workload;
  private final Ledger ledger;
  private final FilledTable table;

  WindowFilling(FixedWindow workload, Ledger ledger) {
    this.workload = workload;
    this.ledger = ledger;
    requireFew(ledger);
    int[] lanes = RecordFormat.lanes(workload.addresses(), ledger.lanes());
    this.table =
        workload.listed()
            ? FilledTable.perInput(ledger, lanes, workload.byKey())
            : FilledTable.perGroup(ledger, lanes, workload.byKey());
  }

  /** Each visit owes its place in one window; or, where these are only summed up, each is due. */
  public static Due due(FixedWindow workload, Ledger ledger) {
    FilledTable windows = new WindowFilling(workload, ledger).table();
    return workload.listed()
        ? new WindowDue(workload, windows)
        : new WindowSumDue(workload, windows);
  }

  /** {@link IllegalArgumentException} if there are more records than there can be account of. */
  static void requireFew(Ledger ledger) {
    long rows = 0;
    for (int g = 0; g < ledger.generators(); g++) {
      rows += ledger.records(g);
    }
    if (rows > RECORDS_MAX) {
      throw new IllegalArgumentException(
          rows + " records are more than windows are kept account of; make the run shorter");
    }
  }

  FilledTable table() {
    if (workload.byTime()) {
      byTime();
    } else if (workload.byKey()) {
      byCountInOrderOfOffsets();
    } else {
      byCountInOrderOfTimes();
    }
    return table;
  }

  private void window(int address, long[] visits, int from, int to, long micros) {
    table.group(micros);
    for (int i = from; i < to; i++) {
      table.add(RecordId.generator(visits[i]), RecordId.sequence(visits[i]), address);
    }
  }

  /** Windows of so many visits, of each partition in the order in which it holds them. */
  private void byCountInOrderOfOffsets() {
    long[][] byOffset = ledger.inOrderOfOffsets(ledger.lanes(), ledger::lane);
    Filling filling = new Filling();
    for (int lane = 0; lane < byOffset.length; lane++) {
      table.strand();
      for (long visit : byOffset[lane]) {
        filling.add(RecordId.generator(visit), RecordId.sequence(visit));
      }
      byOffset[lane] = new long[0];
    }
    filling.readOut();
  }

  /** Windows of so many visits, in the order in which these were meant to be sent. */
  private void byCountInOrderOfTimes() {
    Filling filling = new Filling();
    table.strand();
    ledger.eachInOrderOfTimes(filling::add);
    filling.readOut();
  }

  /** Windows of so long. */
  private void byTime() {
    table.strand();
    Gathering gathering = new Gathering();
    ledger.eachInOrderOfTimes(gathering::add);
    gathering.end();
  }

  /** Sum of the hashes of a window's visits, as they are due. */
  static long checksum(FilledTable windows, long window, int address) {
    long[] sum = new long[1];
    windows.eachInput(
        window,
        visit ->
            sum[0] +=
                RuleState.identityHash(
                    RecordId.generator(visit), RecordId.sequence(visit), address));
    return sum[0];
  }

  /** Windows that fill, one for each address. */
  private final class Filling {
    private final int size = workload.windowVisits();
    private final long[][] open = new long[workload.addresses()][];
    private final int[] filled = new int[workload.addresses()];
    private long lastMicros = Long.MIN_VALUE;

    void add(int generator, long sequence) {
      int address = workload.address(generator, sequence);
      long[] visits = open[address];
      if (visits == null) {
        visits = new long[Math.min(size, 4)];
      } else if (filled[address] == visits.length) {
        visits = Arrays.copyOf(visits, Math.min(size, 2 * visits.length));
      }
      open[address] = visits;
      visits[filled[address]++] = RecordId.of(generator, sequence);
      long micros = ledger.intendedMicros(generator, sequence);
      lastMicros = Math.max(lastMicros, micros);
      if (filled[address] == size) {
        window(address, visits, 0, size, micros);
        filled[address] = 0;
      }
    }

    /** Ends the windows that are left, an address after the other. */
    void readOut() {
      table.closing();
      for (int address = 0; address < open.length; address++) {
        long[] visits = open[address];
        if (visits != null && filled[address] > 0) {
          window(address, visits, 0, filled[address], lastMicros);
        }
      }
    }
  }

  /** The visits of one stretch of time. */
  private final class Gathering {
    private final long length = workload.lengthMillis() * 1000;
    private final long lateness = workload.latenessMillis() * 1000;
    private long[] visits = new long[1024];
    private int count;
    private long window = Long.MIN_VALUE;
    private long lastMicros = Long.MIN_VALUE;

    void add(int generator, long sequence) {
      long micros = ledger.intendedMicros(generator, sequence);
      long at = Math.floorDiv(micros, length);
      if (at != window) {
        emit((window + 1) * length + lateness);
        window = at;
      }
      lastMicros = Math.max(lastMicros, micros);
      if (count == visits.length) {
        visits = Arrays.copyOf(visits, 2 * count);
      }
      visits[count++] = RecordId.of(generator, sequence);
    }

    /** By address, each address's visits in the order in which they came. */
    private void emit(long dueAt) {
      if (count == 0) {
        return;
      }
      Integer[] order = new Integer[count];
      Arrays.setAll(order, i -> i);
      int[] address = new int[count];
      Arrays.setAll(
          address,
          i -> workload.address(RecordId.generator(visits[i]), RecordId.sequence(visits[i])));
      Arrays.sort(order, (a, b) -> Integer.compare(address[a], address[b]));
      long[] sorted = new long[count];
      Arrays.setAll(sorted, i -> visits[order[i]]);
      for (int from = 0; from < count; ) {
        int to = from + 1;
        while (to < count && address[order[to]] == address[order[from]]) {
          to++;
        }
        window(address[order[from]], sorted, from, to, dueAt);
        from = to;
      }
      count = 0;
    }

    /** The last windows close when a closing record brings time on. */
    void end() {
      long dueAt = (window + 1) * length + lateness;
      if (dueAt <= lastMicros) {
        emit(dueAt);
      }
      table.closing();
      emit(lastMicros);
    }
  }
}
