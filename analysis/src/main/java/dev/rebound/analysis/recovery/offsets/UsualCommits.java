package dev.rebound.analysis.recovery.offsets;

/**
 * The usual course of a lane's commits.
 *
 * @param commitMicros longest time between two commits
 * @param ageMicros median age of the oldest uncommitted input
 * @param mostMicros the most that it was
 * @param leftMicros median age of what a commit leaves
 * @param records the most that a commit covered
 * @param unreadMicros by how much readings are farther apart where all this is held against
 */
public record UsualCommits(
    long commitMicros,
    long ageMicros,
    long mostMicros,
    long leftMicros,
    long records,
    long unreadMicros) {
  /** Less than this is a matter of when was read. */
  private static final long SLACK_MICROS = 250_000;

  private static final long FEW = 10;

  /** By how much what is left after a commit may differ from the usual. */
  private static final long LEFT_MICROS = 50_000;

  /** The same for a course of which readings were left out. */
  public UsualCommits readLess(long unreadMicros) {
    return new UsualCommits(commitMicros, ageMicros, mostMicros, leftMicros, records, unreadMicros);
  }

  public long toleranceMicros() {
    return Math.max(SLACK_MICROS, commitMicros / 4);
  }

  /** A commit that leaves something older leaves more than usual. */
  public long lateMicros() {
    return leftMicros + toleranceMicros();
  }

  /** An older input is late for sure. */
  public long sureMicros() {
    return mostMicros + toleranceMicros();
  }

  /** Nothing stands still unseen between two commits that are no farther apart. */
  public long apartMicros() {
    return sureMicros() + 2 * unreadMicros;
  }

  /**
   * Whether a commit leaves and covers no more than is usual, and comes no later. One that is read
   * late may be several.
   *
   * @param gapMicros the longest that it can have been after the one before it
   */
  public boolean leavesNothing(long leftMicros, long gapMicros, long records) {
    long each = Math.max(1, commitMicros);
    long several = 1 + 2 * ((unreadMicros + each - 1) / each);
    return leftMicros <= this.leftMicros + LEFT_MICROS + Math.min(unreadMicros, commitMicros)
        && gapMicros <= commitMicros + toleranceMicros() + 2 * unreadMicros
        && records <= several * (this.records + Math.max(FEW, this.records / 4));
  }
}
