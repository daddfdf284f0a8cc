package dev.rebound.workload;

import dev.rebound.workload.due.Groups;

/**
 * The windows that end while the load lasts; those that a closing record ends are none of them.
 *
 * @param listed whether each visit is due, or each window
 */
record WindowGroups(Windows windows, boolean listed) implements Groups {
  @Override
  public long size() {
    long left = windows.firstOf(windows.strands() - 1);
    return left < windows.size() ? windows.window(left) : windows.count();
  }

  @Override
  public long start(long group) {
    return listed ? windows.start(group) : group;
  }

  @Override
  public long end(long group) {
    return listed ? windows.end(group) : group + 1;
  }

  @Override
  public long dueMicros(long group) {
    return windows.dueMicros(group);
  }

  @Override
  public long oldestMicros(long group) {
    long oldest = Long.MAX_VALUE;
    for (long n = windows.start(group); n < windows.end(group); n++) {
      oldest = Math.min(oldest, windows.micros(windows.member(n)));
    }
    return oldest;
  }

  @Override
  public long newestMicros(long group) {
    long newest = Long.MIN_VALUE;
    for (long n = windows.start(group); n < windows.end(group); n++) {
      newest = Math.max(newest, windows.micros(windows.member(n)));
    }
    return newest;
  }
}
