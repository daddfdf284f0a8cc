package dev.rebound.oracle.window;

import dev.rebound.oracle.due.FilledTable;
import dev.rebound.workload.FixedWindow;
import org.jspecify.annotations.Nullable;

/**
 * How far the windows of each address end from where they are due, where windows end by count: each
 * begins where the one before it ended, so that a visit taken twice moves all that come after, for
 * good. What a closing round reads out of the windows that are open then tells it, but for whole
 * windows. An address of which a visit never came, or is in doubt, tells nothing: its windows may
 * as well begin too late. Memory: 12 bytes per address.
 */
final class WindowShift {
  private final int visits;
  private final int[] open;
  private final int[] due;

  /** Visits that are due and did not come. */
  private final int[] missing;

  /**
   * @param windows that are due, those that nothing but a closing record ends in the last strand
   */
  WindowShift(FixedWindow workload, FilledTable windows) {
    this.visits = workload.windowVisits();
    this.open = new int[workload.addresses()];
    this.due = new int[workload.addresses()];
    this.missing = new int[workload.addresses()];
    long closing = windows.firstOf(windows.strands() - 1);
    for (long n = 0; n < windows.size(); n++) {
      missing[windows.key(n)]++;
      due[windows.key(n)] += n >= closing ? 1 : 0;
    }
  }

  /** A visit of an address came for the first time. */
  void came(int address) {
    missing[address]--;
  }

  /** Takes what the window of an address held when a closing record read it out. */
  void readOut(int address, long count) {
    open[address] = (int) count;
  }

  private int shift(int address) {
    return Math.floorMod(open[address] - due[address], visits);
  }

  /** By how many visits windows end too soon, over all addresses that tell it. */
  long visits(UncertainWindows doubted) {
    long shifted = 0;
    for (int address = 0; address < open.length; address++) {
      if (missing[address] == 0 && !doubted.has(address, 0)) {
        shifted += shift(address);
      }
    }
    return shifted;
  }

  /** Why it may be more; null if it is not. */
  @Nullable String unknown(UncertainWindows doubted) {
    int untold = 0;
    for (int address = 0; address < open.length; address++) {
      if (missing[address] != 0 || (doubted.has(address, 0) && shift(address) != 0)) {
        untold++;
      }
    }
    return untold == 0
        ? null
        : ("by how much the windows of %s addresses are shifted is not known: of each a visit"
                + " never came, was lost by the brokers, may have been stored, or is stored twice")
            .formatted(untold);
  }
}
