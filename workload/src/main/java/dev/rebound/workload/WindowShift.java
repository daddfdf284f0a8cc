package dev.rebound.workload;

import dev.rebound.workload.due.FilledTable;

/**
 * How far the windows of each address end from where they are due, where windows end by count: each
 * begins where the one before it ended, so that a visit taken twice moves all that come after, for
 * good. What a closing round reads out of the windows that are open then tells it, but for whole
 * windows. Memory: 8 bytes per address.
 */
final class WindowShift {
  private final int visits;
  private final int[] open;
  private final int[] due;
  private boolean readOut;

  /**
   * @param windows that are due, those that nothing but a closing record ends in the last strand
   */
  WindowShift(FixedWindow workload, FilledTable windows) {
    this.visits = workload.windowVisits();
    this.open = new int[workload.addresses()];
    this.due = new int[workload.addresses()];
    for (long n = windows.firstOf(windows.strands() - 1); n < windows.size(); n++) {
      due[windows.key(n)]++;
    }
  }

  /** Takes what the window of an address held when a closing record read it out. */
  void readOut(int address, long count) {
    open[address] = (int) count;
    readOut = true;
  }

  /**
   * By how many visits windows end too soon, over all addresses of which it is known how often a
   * job took each visit; 0 if nothing was read out.
   */
  long visits(DoubtedWindows doubted) {
    long shifted = 0;
    for (int address = 0; readOut && address < open.length; address++) {
      if (!doubted.has(address, 0)) {
        shifted += Math.floorMod(open[address] - due[address], visits);
      }
    }
    return shifted;
  }
}
