package dev.rebound.oracle.due;

import dev.rebound.workload.RecordId;

/**
 * Finds the rows of outputs by their identity, and tells of the one found last without an object
 * for each. For use by one thread.
 */
public final class OutputLookup {
  private final Due due;
  private final DueTable table;
  private long row = Due.NOT_DUE;
  private long input = Ledger.NONE;

  public OutputLookup(Due due) {
    this.due = due;
    this.table = due.table();
  }

  /** {@link Due#find}. */
  public long find(Observation seen) {
    row = due.find(seen);
    input = due.input(seen, row);
    return row;
  }

  /** Lane of the input that the identity names; 0 if it is not stored. */
  public int inputLane() {
    return inputOffset() < 0 ? 0 : table.ledger().lane(input);
  }

  /** Offset of the input that the identity names; −1 if it is not stored. */
  public long inputOffset() {
    return input == Ledger.NONE ? -1 : table.ledger().offset(input);
  }

  /**
   * How often the output comes of a job that takes all that is stored once: as often as the input
   * that the identity names is, times as often as the other one that it needs.
   */
  public int copies() {
    return copies(input) * copies(row < 0 ? Ledger.NONE : due.alsoOf(row));
  }

  private int copies(long of) {
    Ledger ledger = table.ledger();
    return of == Ledger.NONE || ledger.offset(of) < 0
        ? 1
        : ledger.copies(RecordId.generator(of), RecordId.sequence(of));
  }

  /** When the output was due, microseconds since the epoch. Only of one that was. */
  public long dueMicros() {
    return table.dueMicros(table.groupOf(row, input));
  }

  /** The chain that the output belongs to, from 0, or −1 for none. Only of one that was due. */
  public int chain() {
    return table.chain(row, input);
  }
}
