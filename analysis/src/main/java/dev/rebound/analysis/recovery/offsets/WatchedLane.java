package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import java.util.function.LongBinaryOperator;

/**
 * One input partition after one signal, by what was committed of it: what is known of each commit.
 *
 * @param usual the course of its commits before
 * @param output until when all outputs together were surely fewer than usual, in a time from one
 *     moment to another; {@link Long#MIN_VALUE} if that is unknown
 */
public record WatchedLane(
    CommitCourse course,
    int lane,
    UsualCommits usual,
    DeliveryGuarantee promise,
    long signalMicros,
    long watchEndMicros,
    LongBinaryOperator output) {

  public long leftMicros(int commit) {
    return course.leftMicros(lane, commit);
  }

  /** The next reading that shows a commit; the number of all readings if there is none. */
  public int next(int reading) {
    return course.nextAdvance(lane, reading);
  }

  /** The reading before the one that showed the commit before another. */
  public int before(int commit) {
    return Math.max(0, course.lastAdvance(lane, commit - 1) - 1);
  }

  /** The longest that a commit can have been after the one before it. */
  private long gap(int commit) {
    return course.answered(commit) - course.asked(before(commit));
  }

  /** The time between commits around one: it may be longer while there is much to do. */
  public long commitAround(int at) {
    int next = next(at);
    long gap = next == course.size() ? 0 : course.answered(next) - course.asked(at - 1);
    return Math.max(usual.commitMicros() + usual.toleranceMicros(), gap);
  }

  /**
   * The first commit after a reading that left and covered no more than is usual, and came no later
   * than is usual: if it was made before the work, no more than the usual work is left. Where
   * nothing is promised, that is to be expected, and the next one tells when it was done.
   */
  public long caughtUp(int last) {
    for (int i = next(last); i < course.size(); i = next(i)) {
      if (usual.leavesNothing(leftMicros(i), gap(i), course.records(lane, i))) {
        return promise.delivery() == Guarantee.NONE ? answeredAfter(i) : course.answered(i);
      }
    }
    return watchEndMicros;
  }

  private long answeredAfter(int commit) {
    int next = next(commit);
    return next == course.size() ? watchEndMicros : course.answered(next);
  }

  /** When the work that a commit covers was done at the latest; it may have come before it. */
  public long worked(int commit) {
    return promise.transactional() ? course.answered(commit) : answeredAfter(commit);
  }

  /**
   * Until when outputs together surely were fewer than usual, in a time in which it stood still.
   */
  public long lessUntil(long fromMicros, long untilMicros) {
    return output.applyAsLong(fromMicros, untilMicros);
  }
}
