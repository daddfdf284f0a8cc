package dev.rebound.oracle.window;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.workload.Visit;

/**
 * Windows of visits that are summed up, each due once: an output is known by the time of one end of
 * its window, and by its address.
 */
abstract class SummedDue implements Due {
  private final String word;
  private final String end;
  private final int addresses;
  final FilledTable windows;
  final WindowsByKey rows;

  /** By window: the time of the end that it is known by, microseconds since the epoch. */
  final long[] ends;

  /**
   * @param word what a window is called
   * @param end what the visit is called that it is known by
   */
  SummedDue(String word, String end, FilledTable windows, int addresses) {
    this.word = word;
    this.end = end;
    this.addresses = addresses;
    this.windows = windows;
    this.rows = new WindowsByKey(windows, addresses);
    this.ends = new long[windows.groups()];
  }

  /** False of an output that names no address that there is. */
  final boolean isAddressed(Observation seen) {
    return seen.generator() == 0 && seen.key() >= 0 && seen.key() < addresses;
  }

  /** How many visits an output says that its window has. */
  abstract long count(Observation seen);

  @Override
  public FilledTable table() {
    return windows;
  }

  @Override
  public FilledTable windows() {
    return windows;
  }

  @Override
  public long input(Observation seen, long row) {
    return row < 0 ? Ledger.NONE : windows.input(row);
  }

  @Override
  public String describe(long row) {
    return "%s (%s)"
        .formatted(
            words(windows.inputsOf(row), windows.key(row), ends[Math.toIntExact(row)]),
            windows.place(row));
  }

  @Override
  public String describe(Observation seen) {
    return words(count(seen), seen.key(), seen.sequence());
  }

  private String words(long visits, int address, long micros) {
    return "a %s of %s visits of address %s, the %s of %s"
        .formatted(word, visits, Visit.text(address), end, Ledger.time(micros));
  }

  @Override
  public String describeReadout(Observation seen) {
    return "a readout, which " + word + "s do not give";
  }
}
