package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.recovery.lanes.TimeRange;

/**
 * A time in which lanes of a made-up run stand still, or work slower than the load comes in. Times
 * are microseconds from the start of the load.
 *
 * @param fault number of the fault that it belongs to, from 0; -1 for none
 * @param speed share of the load that the lanes work off meanwhile: 0 where they stand still
 * @param lanes one bit per lane
 * @param kills what was processed and not committed is to be done again afterwards
 */
record Standstill(
    Reason cause, int fault, long from, long to, double speed, long lanes, boolean kills) {
  /** An end that never comes. */
  static final long NEVER = Long.MAX_VALUE / 4;

  /** The reason for which the lanes stopped. */
  enum Reason {
    /** The fault itself. */
    FAULT,
    /** Return of the fault's victims, and the rebalance with it. */
    RETURN,
    /** The whole machine stood still, load generator and readers included. */
    HICCUP,
    /** A worker paused by itself, as for collecting garbage. */
    PAUSE
  }

  boolean stops(int lane) {
    return (lanes >>> lane & 1) == 1;
  }

  TimeRange interval() {
    return new TimeRange(from, to);
  }

  boolean ofFault() {
    return cause == Reason.FAULT || cause == Reason.RETURN;
  }
}
