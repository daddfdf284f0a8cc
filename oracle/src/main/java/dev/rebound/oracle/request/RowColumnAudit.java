package dev.rebound.oracle.request;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Ledger;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.RecordIdHeader;
import java.nio.charset.StandardCharsets;

/** What rows of accepted requests hold in the end that they should not, column by column. */
record RowColumnAudit(RowColumns row, Ledger ledger, FindingSink diverged) implements StateAudit {
  /** What was not accepted should have no row, whatever it holds. */
  @Override
  public void readout(Observation seen) {
    int generator = seen.generator();
    long sequence = seen.sequence();
    if (ledger.knows(generator, sequence)
        && ledger.offset(generator, sequence) >= 0
        && seen.key() < row.columns().size()) {
      diverged.add(
          ledger.lane(generator, sequence),
          ledger.offset(generator, sequence),
          () -> words(seen, row.columns().get(seen.key())));
    }
  }

  private String words(Observation seen, RowColumns.RowColumn column) {
    String id =
        new String(
            RecordIdHeader.of(
                seen.generator(),
                seen.sequence(),
                ledger.intendedMicros(seen.generator(), seen.sequence())),
            StandardCharsets.US_ASCII);
    return "request %s (%s): column %s of its row should hold '%s' and holds '%s'"
        .formatted(
            seen.sequence(),
            id,
            column.name(),
            Requests.filled(column.pattern(), id),
            RowColumns.kept(seen.evidenceHigh(), seen.evidenceLow()));
  }
}
