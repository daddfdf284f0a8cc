package dev.rebound.lab.runner;

/** A mistake that is planted in a {@link FakeEngine} or its rig: each must be found. */
enum Bug {
  NONE,
  /** Whoever takes over a dead worker's lanes goes on with what comes next: the backlog is lost. */
  LOSES_ON_KILL,
  /**
   * A worker that is back emits again what it had emitted since its last commit before the kill.
   */
  DUPLICATES_ON_RESTART,
  /** Whoever takes over a dead worker's lanes commits the backlog, and writes it 4 s later. */
  WRITES_LATE,
  /** Whoever takes over a lane processes two of its records in the wrong order. */
  SWAPS_ORDER,
  /** The state of one rule comes back with a wrong checksum; its count is right. */
  CORRUPTS_STATE,
  /** The state of one rule comes back empty. */
  FORGETS_STATE,
  /** One lane of a dead worker is never taken over. */
  LEAVES_A_LANE_DEAD,
  /** After a kill nobody works for exactly 7.0 s. */
  STALLS_FOR_7_SECONDS,
  /** A live read-committed reader sees outputs that nobody can read again. */
  TAKES_BACK,
  /** The live reader is not given some outputs that stand in the topic. */
  LIVE_READER_MISSES,
  /** Outputs come a second time, and only who reads the topic again sees it. */
  DUPLICATES_UNSEEN,
  /** A transaction stays open on one output partition. */
  LEAVES_A_TRANSACTION_OPEN,
  /** A worker dies though nobody asked for it. */
  DIES_UNASKED,
  /** All workers die, one after the other, though nobody asked for it. */
  ALL_DIE_UNASKED,
  /** The signal goes nowhere: the victim lives on, and the confirmation says so. */
  KILL_MISSES,
  /** It takes two seconds until a death is confirmed. */
  CONFIRMS_SLOWLY,
  /** A load generator dies in the faults phase. */
  GENERATOR_DIES,
  /** A load generator dies before it has sent anything. */
  GENERATOR_DIES_AT_ONCE,
  /** The engine keeps to itself who holds work. */
  TELLS_NO_WORK,
  /** A worker that was started again is back at work only three seconds later. */
  COMES_BACK_LATE,
  /** Nothing shows that no output comes again, for 20 s after a fault. */
  MAY_REPEAT,
  /** The observer dies while the run drains. */
  OBSERVER_DIES_AT_LAST,
  /** Records are processed at half the rate at which they come; all of them, in the end. */
  IS_TOO_SLOW,
  /** No output ever comes. */
  SAYS_NOTHING,
  /** Load generators catch up with their schedule only 9 s after it began. */
  STARTS_LATE,
  /** Load generators never catch up with their schedule. */
  STAYS_LATE
}
