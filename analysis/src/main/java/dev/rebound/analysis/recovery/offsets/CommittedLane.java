package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.recovery.lanes.Estimate;
import dev.rebound.analysis.recovery.lanes.RunTimes;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.recovery.offsets.LaneFall.FallStart;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells when one input partition was behind after one signal, by what was committed of it.
 *
 * <p>A commit says how far work had come, or is about to come, and nothing of when it was done: a
 * consumer may be silent, or at work, in all of the time between two commits. But whoever is behind
 * has been below for as long.
 */
public final class CommittedLane {
  private final WatchedLane watched;
  private final CommitCourse course;
  private final int lane;
  private final UsualCommits usual;

  public CommittedLane(WatchedLane watched) {
    this.watched = watched;
    this.course = watched.course();
    this.lane = watched.lane();
    this.usual = watched.usual();
  }

  /**
   * Finds when the lane was not worked off, or more slowly than the load, and when inputs were
   * late, until what had been delayed was done.
   */
  public void find(List<UncertainInterval> stalls, List<UncertainInterval> late) {
    int first = -1;
    int last = -1;
    for (int i = 1; i < course.size(); i++) {
      if (course.ageMicros(lane, i) <= usual.sureMicros()) {
        continue;
      }
      // Until all is caught up, the age goes up and down with each commit.
      if (first >= 0 && watched.caughtUp(last) < course.asked(i)) {
        add(first, last, stalls, late);
        first = -1;
      }
      first = first < 0 ? i : first;
      last = i;
    }
    if (first >= 0) {
      add(first, last, stalls, late);
    }
  }

  /** A stretch in which the lane was late, from one reading to another. */
  private void add(
      int first, int last, List<UncertainInterval> stalls, List<UncertainInterval> late) {
    long watchEnd = watched.watchEndMicros();
    boolean open = last == course.size() - 1;
    FallStart begin = FallStart.of(watched, usualBefore(first), first, true);
    int reach = Math.min(last + 1, course.size() - 1);
    List<UncertainInterval> falls = falls(begin, first, reach, open);
    stalls.addAll(falls);
    long high = falls.stream().mapToLong(s -> s.ended().high()).max().orElse(watchEnd);
    long lateLow = lateLow(first, last);
    long lateHigh = open ? watchEnd : Math.max(high, watched.caughtUp(last));
    long end = open ? watchEnd : Math.min(lateHigh, Math.max(lateLow, course.asked(last)));
    late.add(begin.until(new Estimate(lateLow, end, lateHigh), open));
  }

  /**
   * The times in which the lane fell behind, one after the other: in between it was less behind
   * each time that it committed.
   */
  private List<UncertainInterval> falls(FallStart begin, int first, int reach, boolean open) {
    List<Integer> commits = new ArrayList<>();
    for (int i = watched.next(begin.after()); i <= reach; i = watched.next(i)) {
      commits.add(i);
    }
    List<UncertainInterval> found = new ArrayList<>();
    if (commits.isEmpty() || commits.get(commits.size() - 1) < first) {
      long watchEnd = watched.watchEndMicros();
      long low = Math.max(begin.lowMicros(), watched.lessUntil(begin.lowMicros(), watchEnd));
      found.add(begin.until(new Estimate(low, watchEnd, watchEnd), true));
      return found;
    }
    long apart = 2 * usual.toleranceMicros();
    FallStart begun = begin;
    // Where it was behind already when readings began, it need not have fallen behind any more.
    long spare = Math.max(usual.sureMicros(), watched.leftMicros(begin.after()));
    int from = 0;
    int peak = 0;
    int valley = 0;
    for (int k = 1; k < commits.size(); k++) {
      long left = watched.leftMicros(commits.get(k));
      long least = watched.leftMicros(commits.get(valley));
      long most = watched.leftMicros(commits.get(peak));
      if (left > most) {
        peak = k;
        valley = k;
      } else if (left < least) {
        valley = k;
      } else if (most > least + apart && left > least + apart) {
        new LaneFall(watched, begun, spare, commits.subList(from, valley + 1), false).tell(found);
        begun = FallStart.of(watched, commits.get(valley) - 1, commits.get(k), false);
        spare = least + apart;
        from = valley + 1;
        peak = k;
        valley = k;
      }
    }
    new LaneFall(watched, begun, spare, commits.subList(from, commits.size()), open).tell(found);
    return found;
  }

  /**
   * The reading before the last one that showed the lane as usual before another one, and before
   * which no commit had left more than usual.
   */
  private int usualBefore(int first) {
    int i = first - 1;
    while (i > 0 && course.ageMicros(lane, i) > usual.ageMicros()) {
      i--;
    }
    int commit = course.lastAdvance(lane, i);
    while (commit > 0 && watched.leftMicros(commit) > usual.lateMicros()) {
      i = commit - 1;
      commit = course.lastAdvance(lane, i);
    }
    return Math.max(0, i - 1);
  }

  /**
   * The last moment at which what had not been done was surely older than ever before; the signal
   * if commits do not show that it was.
   */
  private long lateLow(int first, int last) {
    long band = usual.mostMicros() + RunTimes.RHYTHM_MICROS;
    for (int i = last; i >= first; i--) {
      if (course.leastMicros(lane, i) > band) {
        return course.asked(i);
      }
    }
    return watched.signalMicros();
  }

  /** When a commit first left no more than is usual, of what was due after the signal. */
  public long quiet() {
    int i = 0;
    while (i < course.size() && course.asked(i) < watched.signalMicros() + usual.sureMicros()) {
      i++;
    }
    return watched.caughtUp(i);
  }
}
