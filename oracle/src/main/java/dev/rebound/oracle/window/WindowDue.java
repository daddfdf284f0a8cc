package dev.rebound.oracle.window;

import dev.rebound.oracle.due.Due;
import dev.rebound.oracle.due.FilledTable;
import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import dev.rebound.workload.FixedWindow;
import dev.rebound.workload.Visit;
import dev.rebound.workload.WindowRecord;

/**
 * The visits that are stored, each due once, when the window that it is in is: see {@link
 * WindowFilling} for their rows. Its key is its address.
 *
 * <p>An output's identity is the sequence of its record, then generator and address; what it says
 * of the state is its window's count and checksum, see {@link WindowRecord#outputs}.
 */
public record WindowDue(FixedWindow workload, FilledTable windows) implements Due {
  @Override
  public FilledTable table() {
    return windows;
  }

  @Override
  public long find(Observation seen) {
    return workload.address(seen.generator(), seen.sequence()) == seen.key()
        ? windows.find(seen)
        : NOT_DUE;
  }

  @Override
  public boolean manyPerRecord() {
    return true;
  }

  @Override
  public StateAudit stateAudit(boolean exact, FindingSink diverged) {
    return new WindowAudit(workload, windows, exact, diverged);
  }

  @Override
  public String describe(Observation seen) {
    int address = workload.address(seen.generator(), seen.sequence());
    String visit = describe(seen.generator(), seen.sequence(), address);
    return address == seen.key()
        ? visit
        : visit + ", in a window of address " + Visit.text(seen.key());
  }

  @Override
  public String describe(int generator, long sequence, int address) {
    return windows.ledger().describe(generator, sequence, ", address " + Visit.text(address));
  }

  @Override
  public String describeReadout(Observation seen) {
    return "a readout, which windows do not give";
  }
}
