package dev.rebound.analysis.recovery;

/**
 * The usual course of a lane's commits.
 *
 * @param commitMicros longest time between two commits
 * @param ageMicros median age of the oldest uncommitted input
 * @param mostMicros the most that it was
 * @param leftMicros median age of what a commit leaves
 * @param records the most that a commit covered
 */
record UsualCommits(
    long commitMicros, long ageMicros, long mostMicros, long leftMicros, long records) {
  /** Less than this is a matter of when was read. */
  private static final long SLACK_MICROS = 250_000;

  private static final long FEW = 10;

  long toleranceMicros() {
    return Math.max(SLACK_MICROS, commitMicros / 4);
  }

  /** A commit that leaves something older leaves more than usual. */
  long lateMicros() {
    return leftMicros + toleranceMicros();
  }

  /** An older input is late for sure. */
  long sureMicros() {
    return mostMicros + toleranceMicros();
  }

  /** A commit that covers more covers a backlog. */
  long recordsAtMost() {
    return records + Math.max(FEW, records / 4);
  }
}
