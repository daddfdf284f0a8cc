package dev.rebound.oracle.request;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Lookup;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import java.util.function.Supplier;

/** Holds what each row says of a user against what was asked for. */
record RowContentAudit(Activation requests, FindingSink diverged) implements StateAudit {
  @Override
  public boolean first(Observation seen) {
    return seen.evidenceLow() == requests.request(seen.generator(), seen.sequence()).checksum();
  }

  /** A later effect may be of another row, and of another request's id. */
  @Override
  public boolean again(Observation seen) {
    return first(seen);
  }

  /** A row may be changed after it was seen. */
  @Override
  public boolean inTheEnd(Observation seen) {
    return first(seen);
  }

  @Override
  public void wrong(Observation seen, Lookup at, Supplier<String> words) {
    diverged.add(
        at.inputLane(),
        at.inputOffset(),
        () -> "what stands in the row is not what was asked for: " + words.get());
  }
}
