package dev.rebound.workload;

import dev.rebound.workload.due.Chunks;
import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Ledger;
import dev.rebound.workload.due.Lookup;
import dev.rebound.workload.due.Observation;
import dev.rebound.workload.due.StateAudit;
import java.util.function.Supplier;

/**
 * Holds the running counts of keys against the inputs. A record of sequence n has key n mod K.
 *
 * <p>Exact: the first appearances of a key's n outputs carry each of the counts 1 … n at most once.
 * Else the greatest count of a key must be n or more. Memory: one bit per output and 25 bytes per
 * key.
 */
final class KeyCounts implements StateAudit {
  private final int keys;
  private final boolean exact;
  private final FindingSink diverged;
  private final long[] due;
  private final long[] firstCount;
  private final long[] greatest;
  private final Chunks.Bits counts = new Chunks.Bits();
  private final Chunks.Bits wrong = new Chunks.Bits();

  KeyCounts(int keys, Ledger ledger, boolean exact, FindingSink diverged) {
    this.keys = keys;
    this.exact = exact;
    this.diverged = diverged;
    this.due = new long[keys];
    this.firstCount = new long[keys];
    this.greatest = new long[keys];
    for (int g = 0; g < ledger.generators(); g++) {
      for (long n = 0; n < ledger.records(g); n++) {
        due[key(n)] += ledger.offset(g, n) >= 0 ? 1 : 0;
      }
    }
    for (int key = 1; key < keys; key++) {
      firstCount[key] = firstCount[key - 1] + due[key - 1];
    }
  }

  private int key(long sequence) {
    return (int) (sequence % keys);
  }

  @Override
  public boolean first(Observation seen) {
    int key = key(PerRecordDue.sequence(seen));
    long count = seen.evidenceHigh();
    greatest[key] = Math.max(greatest[key], count);
    return !exact || (inside(key, count) && counts.add(firstCount[key] + count - 1));
  }

  private boolean inside(int key, long count) {
    return count >= 1 && count <= due[key];
  }

  @Override
  public void wrong(Observation seen, Lookup at, Supplier<String> words) {
    int key = key(PerRecordDue.sequence(seen));
    long count = seen.evidenceHigh();
    if (wrong.add(key)) {
      String why =
          inside(key, count)
              ? ": count " + count + " came twice, the second time with "
              : ": count " + count + " of " + due[key] + " records with ";
      diverged.add(at.inputLane(), at.inputOffset(), () -> "key k" + key + why + words.get());
    }
  }

  @Override
  public void readout(Observation seen) {}

  @Override
  public Judged judge() {
    long excess = 0;
    for (int key = 0; key < keys; key++) {
      excess += Math.max(0, greatest[key] - due[key]);
      if (!exact && greatest[key] < due[key]) {
        int number = key;
        diverged.add(
            0,
            -1,
            () ->
                "key k"
                    + number
                    + ": counted up to "
                    + greatest[number]
                    + " of "
                    + due[number]
                    + " records");
      }
    }
    return new Judged(excess, null);
  }
}
