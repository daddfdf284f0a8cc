package dev.rebound.oracle.window;

import dev.rebound.oracle.due.DueTable;
import dev.rebound.oracle.due.FilledTable;
import java.util.function.IntToLongFunction;

/** The windows of each key in the order of time. Memory: 4 bytes per window and per key. */
final class WindowsByKey {
  /** Numbers of windows, those of a key after those of the one before. */
  private final int[] rows;

  /** By key: where its windows begin. */
  private final int[] starts;

  /**
   * @param windows of a key each
   */
  WindowsByKey(FilledTable windows, int keys) {
    this.rows = new int[windows.groups()];
    this.starts = new int[keys + 1];
    for (int w = 0; w < windows.groups(); w++) {
      starts[windows.key(w) + 1]++;
    }
    for (int key = 0; key < keys; key++) {
      starts[key + 1] += starts[key];
    }
    int[] next = starts.clone();
    for (int w = 0; w < windows.groups(); w++) {
      rows[next[windows.key(w)]++] = w;
    }
  }

  /** Place of a key's first window. */
  int from(int key) {
    return starts[key];
  }

  /** Place behind a key's last window. */
  int until(int key) {
    return starts[key + 1];
  }

  /** The window at a place. */
  int row(int place) {
    return rows[place];
  }

  /**
   * Place of a key's first window with a time or a later one; {@link #until} if there is none.
   *
   * @param timeOf a time of a window, which does not decrease within a key
   */
  int firstFrom(int key, long time, IntToLongFunction timeOf) {
    return (int)
        DueTable.first(
            from(key), until(key), place -> timeOf.applyAsLong(rows[(int) place]) >= time);
  }
}
