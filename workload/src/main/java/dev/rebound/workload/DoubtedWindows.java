package dev.rebound.workload;

import dev.rebound.workload.due.Ledger;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of which it is not known how often a job took each input: whatever their windows
 * hold, the job may be right. Memory: a bit per address.
 */
final class DoubtedWindows {
  private final BitSet addresses = new BitSet();
  private long findings;

  DoubtedWindows(FixedWindow workload, Ledger ledger) {
    for (int generator = 0; generator < ledger.generators(); generator++) {
      for (long sequence = 0; sequence < ledger.records(generator); sequence++) {
        if (ledger.uncertain(generator, sequence)) {
          addresses.set(workload.address(generator, sequence));
        }
      }
    }
  }

  boolean has(int address) {
    return addresses.get(address);
  }

  /** Whether what was found of an address is to be kept for {@link #unjudged}. */
  boolean takes(int address) {
    boolean doubted = addresses.get(address);
    findings += doubted ? 1 : 0;
    return doubted;
  }

  /** Why some windows are not judged; null if nothing was found that is in doubt. */
  @Nullable String unjudged() {
    return findings == 0
        ? null
        : findings
            + " windows are not those that are due, and of each one's address an input was lost by"
            + " the brokers, may have been stored, or is stored twice: the job may be right";
  }
}
