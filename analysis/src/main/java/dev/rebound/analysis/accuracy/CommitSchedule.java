package dev.rebound.analysis.accuracy;

/**
 * When workers commit.
 *
 * @param intervalMicros 0 if they do not
 * @param jitter by how much of an interval a commit comes sooner or later, at most
 * @param shared all workers commit at once, and none while one of them is dead
 * @param visible output is there for its readers only when it is committed
 */
record CommitSchedule(long intervalMicros, double jitter, boolean shared, boolean visible) {
  static final CommitSchedule NONE = new CommitSchedule(0, 0, false, false);
}
