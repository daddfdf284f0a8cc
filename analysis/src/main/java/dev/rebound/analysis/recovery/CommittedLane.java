package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Promise;
import java.util.ArrayList;
import java.util.List;

/**
 * One input partition after one signal, by what was committed of it.
 *
 * <p>A commit says how far work had come, or is about to come, and nothing of when it was done: a
 * consumer may be silent, or at work, in all of the time between two commits. But whoever is behind
 * has been below for as long.
 */
final class CommittedLane {
  /** What part of the time a lane may fall behind by chance. */
  private static final int LITTLE = 10;

  private final CommitCourse course;
  private final int lane;
  private final UsualCommits usual;
  private final Promise promise;
  private final long signalMicros;
  private final long watchEndMicros;
  private final Output output;

  /** What all outputs together tell of a time in which a lane stood still. */
  @FunctionalInterface
  interface Output {
    /** Until when they were surely fewer than usual; {@link Long#MIN_VALUE} if that is unknown. */
    long lessUntil(long fromMicros, long untilMicros);
  }

  CommittedLane(
      CommitCourse course,
      int lane,
      UsualCommits usual,
      Promise promise,
      long signalMicros,
      long watchEndMicros,
      Output output) {
    this.course = course;
    this.lane = lane;
    this.usual = usual;
    this.promise = promise;
    this.signalMicros = signalMicros;
    this.watchEndMicros = watchEndMicros;
    this.output = output;
  }

  /**
   * Finds when the lane was not worked off, or more slowly than the load, and when inputs were
   * late, until what had been delayed was done.
   */
  void find(List<UncertainInterval> stalls, List<UncertainInterval> late) {
    int first = -1;
    int last = -1;
    for (int i = 1; i < course.size(); i++) {
      if (course.ageMicros(lane, i) <= usual.sureMicros()) {
        continue;
      }
      // Until all is caught up, the age goes up and down with each commit.
      if (first >= 0 && caughtUp(last) < course.asked(i)) {
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
    int before = usualBefore(first);
    boolean open = last == course.size() - 1;
    Begin begin = new Begin(before, first, true);
    int reach = Math.min(last + 1, course.size() - 1);
    List<UncertainInterval> falls = falls(begin, first, reach, open);
    stalls.addAll(falls);
    long high = falls.stream().mapToLong(UncertainInterval::endHigh).max().orElse(watchEndMicros);
    long lateLow = lateLow(first, last);
    long lateHigh = open ? watchEndMicros : Math.max(high, caughtUp(last));
    long end = open ? watchEndMicros : Math.min(lateHigh, Math.max(lateLow, course.asked(last)));
    late.add(begin.until(lateLow, end, lateHigh, open));
  }

  /** When a stretch began: after one reading, and before another. */
  private final class Begin {
    private final int after;
    private final boolean first;
    private final long low;
    private final long likely;
    private final long high;

    Begin(int after, int before, boolean first) {
      this.after = after;
      this.first = first;
      this.low = course.asked(after);
      this.high = course.asked(before);
      long shown = course.answered(course.lastAdvance(lane, before - 1));
      this.likely = Math.min(high, Math.max(low, shown + usual.commitMicros() / 2));
    }

    /** It began before it ended, however little commits tell of either. */
    UncertainInterval until(long endLow, long end, long endHigh, boolean open) {
      return new UncertainInterval(
          lane, low, Math.min(likely, end), high, endLow, end, endHigh, open);
    }
  }

  /**
   * The times in which the lane fell behind, one after the other: in between it was less behind
   * each time that it committed.
   */
  private List<UncertainInterval> falls(Begin begin, int first, int reach, boolean open) {
    List<Integer> commits = new ArrayList<>();
    for (int i = course.nextAdvance(lane, begin.after);
        i <= reach;
        i = course.nextAdvance(lane, i)) {
      commits.add(i);
    }
    List<UncertainInterval> found = new ArrayList<>();
    if (commits.isEmpty() || commits.get(commits.size() - 1) < first) {
      long low = Math.max(begin.low, output.lessUntil(begin.low, watchEndMicros));
      found.add(begin.until(low, watchEndMicros, watchEndMicros, true));
      return found;
    }
    long apart = 2 * usual.toleranceMicros();
    Begin begun = begin;
    // Where it was behind already when readings began, it need not have fallen behind any more.
    long spare = Math.max(usual.sureMicros(), course.leftMicros(lane, begin.after));
    int from = 0;
    int peak = 0;
    int valley = 0;
    for (int k = 1; k < commits.size(); k++) {
      long left = course.leftMicros(lane, commits.get(k));
      long least = course.leftMicros(lane, commits.get(valley));
      long most = course.leftMicros(lane, commits.get(peak));
      if (left > most) {
        peak = k;
        valley = k;
      } else if (left < least) {
        valley = k;
      } else if (most > least + apart && left > least + apart) {
        new Fall(begun, spare, commits.subList(from, valley + 1), false).tell(found);
        begun = new Begin(commits.get(valley) - 1, commits.get(k), false);
        spare = least + apart;
        from = valley + 1;
        peak = k;
        valley = k;
      }
    }
    new Fall(begun, spare, commits.subList(from, commits.size()), open).tell(found);
    return found;
  }

  /** A time in which the lane fell behind, and the commits after which it was behind. */
  private final class Fall {
    private final Begin begin;
    private final long spareMicros;
    private final List<Integer> commits;
    private final boolean open;
    private long mostMicros;

    /** The first commit that left about as much as any, and the last. */
    private int from;

    private int until;

    /** Whether a commit before that had left more than usual, so that the lane was too slow. */
    private boolean rising;

    /**
     * @param spareMicros what was left when it began
     * @param open whether readings ended before the lane was as usual
     */
    Fall(Begin begin, long spareMicros, List<Integer> commits, boolean open) {
      this.begin = begin;
      this.spareMicros = spareMicros;
      this.commits = commits;
      this.open = open;
      find();
    }

    private void find() {
      long top = 0;
      for (int i : commits) {
        long left = course.leftLeastMicros(lane, i);
        top = left > mostMicros ? course.answered(i) : top;
        mostMicros = Math.max(mostMicros, left);
      }
      from = commits.get(commits.size() - 1);
      until = commits.get(0);
      boolean late = false;
      for (int i : commits) {
        long left = course.leftMicros(lane, i);
        if (left >= mostMicros - usual.toleranceMicros()) {
          until = i;
          rising = late;
        }
        // A lane that falls behind by so little need not be slower than the load.
        long little = Math.max(0, (top - course.answered(i)) / LITTLE);
        if (left >= mostMicros - usual.toleranceMicros() - little) {
          from = Math.min(from, i);
        }
        late |= left > usual.lateMicros();
      }
    }

    void tell(List<UncertainInterval> into) {
      int next = course.nextAdvance(lane, until);
      boolean slower = open && rising && next == course.size();
      boolean still = slower || (open && unseen());
      int at = slower ? until : from;
      boolean ended = !rising || next == course.size();
      long shown = course.answered(ended ? until : next);
      long behind = Math.min(shown, begin.low + mostMicros - spareMicros);
      long less = output.lessUntil(begin.low, slower ? watchEndMicros : shown);
      long low = Math.max(course.asked(before(at)), Math.max(behind, less));
      List<UncertainInterval> silent = new ArrayList<>();
      long high = silences(Math.max(shown, redone()), silent);
      high = Math.max(low, still ? watchEndMicros : high);
      long likely = Math.max(low, course.asked(at - 1) - commitAround(at));
      long end = still ? watchEndMicros : likely + (Math.max(likely, shown) - likely) / 2;
      UncertainInterval fall = begin.until(low, Math.min(end, high), high, still);
      // What is behind already is behind by a little more by chance.
      boolean sure = begin.first || mostMicros - spareMicros > usual.mostMicros();
      into.add(sure ? fall : fall.asPerhaps());
      into.addAll(silent);
    }

    /** Nothing was committed for long when readings ended. */
    private boolean unseen() {
      int last = commits.get(commits.size() - 1);
      return course.nextAdvance(lane, last) == course.size()
          && course.asked(course.size() - 1) - course.asked(last) > usual.sureMicros();
    }

    /**
     * Until when the lane may have been silent for longer than can be told, with calm in between
     * for less than the hold.
     *
     * @param silent takes what comes after that
     */
    private long silences(long shown, List<UncertainInterval> silent) {
      long high = shown;
      for (int i : commits) {
        long since = course.asked(before(i));
        if (course.answered(i) - since > usual.apartMicros()) {
          long to = worked(i);
          if (since <= high + hold()) {
            high = Math.max(high, to);
          } else {
            silent.add(
                new UncertainInterval(lane, since, since, since, since, to, to, false, true));
          }
        }
      }
      return high;
    }

    private long hold() {
      return Math.max(Outages.HOLD_MICROS, usual.commitMicros());
    }

    /** When the work that a commit covers was done at the latest; it may have come before it. */
    private long worked(int i) {
      return promise.transactional() ? course.answered(i) : answeredAfter(i);
    }

    /**
     * Until when all was committed that may have been done once before the lane stood still. What
     * was done before readings began nobody knows; it was before the signal.
     */
    private long redone() {
      boolean unread = begin.first && spareMicros > usual.sureMicros();
      if (promise.transactional() || unread) {
        return Long.MIN_VALUE;
      }
      boolean signal = begin.low <= signalMicros && signalMicros <= begin.high;
      int done = course.allDone(lane, commits.get(0), signal ? signalMicros : begin.high);
      return done == course.size() ? watchEndMicros : course.answered(done);
    }
  }

  /** The reading before the one that showed the commit before another. */
  private int before(int commit) {
    return Math.max(0, course.lastAdvance(lane, commit - 1) - 1);
  }

  /** The longest that a commit can have been after the one before it. */
  private long gap(int commit) {
    return course.answered(commit) - course.asked(before(commit));
  }

  /** The time between commits around one: it may be longer while there is much to do. */
  private long commitAround(int at) {
    int next = course.nextAdvance(lane, at);
    long gap = next == course.size() ? 0 : course.answered(next) - course.asked(at - 1);
    return Math.max(usual.commitMicros() + usual.toleranceMicros(), gap);
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
    while (commit > 0 && course.leftMicros(lane, commit) > usual.lateMicros()) {
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
    long band = usual.mostMicros() + Analyst.RHYTHM_MICROS;
    for (int i = last; i >= first; i--) {
      if (course.leastMicros(lane, i) > band) {
        return course.asked(i);
      }
    }
    return signalMicros;
  }

  /** When a commit first left no more than is usual, of what was due after the signal. */
  long quiet() {
    int i = 0;
    while (i < course.size() && course.asked(i) < signalMicros + usual.sureMicros()) {
      i++;
    }
    return caughtUp(i);
  }

  /**
   * The first commit after a reading that left and covered no more than is usual, and came no later
   * than is usual: if it was made before the work, no more than the usual work is left. Where
   * nothing is promised, that is to be expected, and the next one tells when it was done.
   */
  private long caughtUp(int last) {
    for (int i = course.nextAdvance(lane, last);
        i < course.size();
        i = course.nextAdvance(lane, i)) {
      if (usual.leavesNothing(course.leftMicros(lane, i), gap(i), course.records(lane, i))) {
        return promise.delivery() == Guarantee.NONE ? answeredAfter(i) : course.answered(i);
      }
    }
    return watchEndMicros;
  }

  private long answeredAfter(int commit) {
    int next = course.nextAdvance(lane, commit);
    return next == course.size() ? watchEndMicros : course.answered(next);
  }
}
