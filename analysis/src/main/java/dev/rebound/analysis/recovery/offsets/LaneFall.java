package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.recovery.lanes.Estimate;
import dev.rebound.analysis.recovery.lanes.LaneDips;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import java.util.ArrayList;
import java.util.List;

/** A time in which a lane fell behind, and the commits after which it was behind. */
public final class LaneFall {
  /** What part of the time a lane may fall behind by chance. */
  private static final int LITTLE = 10;

  private final WatchedLane watched;
  private final CommitCourse course;
  private final UsualCommits usual;
  private final FallStart begin;
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
   * When a lane fell behind: after one reading, and before another.
   *
   * @param after the last reading before it
   * @param first whether it is the first time of a stretch in which the lane was late
   */
  public record FallStart(int lane, int after, boolean first, Estimate when) {
    public static FallStart of(WatchedLane watched, int after, int before, boolean first) {
      CommitCourse course = watched.course();
      long low = course.asked(after);
      long high = course.asked(before);
      long shown = course.answered(course.lastAdvance(watched.lane(), before - 1));
      long likely = Math.min(high, Math.max(low, shown + watched.usual().commitMicros() / 2));
      return new FallStart(watched.lane(), after, first, new Estimate(low, likely, high));
    }

    /** It began before it ended, however little commits tell of either. */
    public UncertainInterval until(Estimate ended, boolean open) {
      Estimate began = new Estimate(when.low(), Math.min(when.best(), ended.best()), when.high());
      return new UncertainInterval(lane, began, ended, open);
    }

    public long lowMicros() {
      return when.low();
    }
  }

  /**
   * @param spareMicros what was left when it began
   * @param open whether readings ended before the lane was as usual
   */
  public LaneFall(
      WatchedLane watched, FallStart begin, long spareMicros, List<Integer> commits, boolean open) {
    this.watched = watched;
    this.course = watched.course();
    this.usual = watched.usual();
    this.begin = begin;
    this.spareMicros = spareMicros;
    this.commits = commits;
    this.open = open;
    find();
  }

  private void find() {
    long top = 0;
    for (int i : commits) {
      long left = course.leftLeastMicros(watched.lane(), i);
      top = left > mostMicros ? course.answered(i) : top;
      mostMicros = Math.max(mostMicros, left);
    }
    from = commits.get(commits.size() - 1);
    until = commits.get(0);
    boolean late = false;
    for (int i : commits) {
      long left = watched.leftMicros(i);
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

  public void tell(List<UncertainInterval> into) {
    int next = watched.next(until);
    boolean slower = open && rising && next == course.size();
    boolean still = slower || (open && unseen());
    int at = slower ? mostBehind() : from;
    boolean ended = !rising || next == course.size();
    long shown = course.answered(ended ? until : next);
    long behind = Math.min(shown, begin.lowMicros() + mostMicros - spareMicros);
    long less = watched.lessUntil(begin.lowMicros(), slower ? watched.watchEndMicros() : shown);
    long low = Math.max(course.asked(watched.before(at)), Math.max(behind, less));
    List<UncertainInterval> silent = new ArrayList<>();
    long high = silences(Math.max(shown, redone()), silent);
    high = Math.max(low, still ? watched.watchEndMicros() : high);
    long likely = Math.max(low, course.asked(at - 1) - watched.commitAround(at));
    long end = still ? watched.watchEndMicros() : likely + (Math.max(likely, shown) - likely) / 2;
    UncertainInterval fall = begin.until(new Estimate(low, Math.min(end, high), high), still);
    // What is behind already is behind by a little more by chance.
    boolean sure = begin.first() || mostMicros - spareMicros > usual.mostMicros();
    into.add(sure ? fall : fall.asPerhaps());
    into.addAll(silent);
  }

  /** The first commit that may have left more than any: then the lane was slower until then. */
  private int mostBehind() {
    return commits.stream()
        .filter(i -> watched.leftMicros(i) >= mostMicros)
        .findFirst()
        .orElse(until);
  }

  /** Nothing was committed for long when readings ended. */
  private boolean unseen() {
    int last = commits.get(commits.size() - 1);
    return watched.next(last) == course.size()
        && course.asked(course.size() - 1) - course.asked(last) > usual.sureMicros();
  }

  /**
   * Until when the lane may have been silent for longer than can be told, with calm in between for
   * less than the hold.
   *
   * @param silent takes what comes after that
   */
  private long silences(long shown, List<UncertainInterval> silent) {
    long hold = Math.max(LaneDips.HOLD_MICROS, usual.commitMicros());
    long high = shown;
    for (int i : commits) {
      long since = course.asked(watched.before(i));
      if (course.answered(i) - since > usual.apartMicros()) {
        long to = watched.worked(i);
        if (since <= high + hold) {
          high = Math.max(high, to);
        } else {
          silent.add(
              new UncertainInterval(
                  watched.lane(),
                  Estimate.exactly(since),
                  new Estimate(since, to, to),
                  false,
                  true));
        }
      }
    }
    return high;
  }

  /**
   * Until when all was committed that may have been done once before the lane stood still. What was
   * done before readings began nobody knows; it was before the signal.
   */
  private long redone() {
    boolean unread = begin.first() && spareMicros > usual.sureMicros();
    if (watched.promise().transactional() || unread) {
      return Long.MIN_VALUE;
    }
    long signal = watched.signalMicros();
    boolean struck = begin.lowMicros() <= signal && signal <= begin.when().high();
    int done =
        course.allDone(watched.lane(), commits.get(0), struck ? signal : begin.when().high());
    return done == course.size() ? watched.watchEndMicros() : course.answered(done);
  }
}
