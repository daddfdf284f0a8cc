package dev.rebound.engine.flink;

import java.time.Duration;

/**
 * Whether a job has failed for good: Flink's restart strategy gave up, and no fault's heal brings
 * it back. A JobManager that is told to end may fail its job as its last act, so a job that failed
 * has to stay so for a while, in one life of the JobManager. For use by one thread.
 */
final class FailedForGood {
  static final Duration SURE = Duration.ofSeconds(5);

  private boolean failing;
  private boolean sure;
  private int life;
  private long sinceNanos;

  /**
   * Takes a look at the job.
   *
   * @param life of the JobManager that gave it, by number
   * @return true once, when it is sure
   */
  boolean seen(FlinkJob job, int life, long nanos) {
    boolean failed = job.state().equals("FAILED");
    if (!failed || !failing || life != this.life) {
      failing = failed;
      this.life = life;
      sinceNanos = nanos;
      return false;
    }
    boolean first = !sure && nanos - sinceNanos >= SURE.toNanos();
    sure |= first;
    return first;
  }

  /** True for a job that is to be left as it is. */
  boolean sure() {
    return sure;
  }

  /** The words on it. */
  static String words(FlinkJob job) {
    return "the job failed for good, and was not started again: "
        + (job.failures().isEmpty()
            ? "Flink does not say why"
            : job.failures().get(job.failures().size() - 1).text());
  }
}
