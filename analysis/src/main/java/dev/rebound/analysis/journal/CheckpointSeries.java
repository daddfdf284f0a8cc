package dev.rebound.analysis.journal;

import dev.rebound.base.Series;
import java.util.List;

/**
 * Series of an engine that takes checkpoints, by one name whatever the engine, so that the figures
 * of a run can be worked out of them. Lengths, parts and sizes are those of the newest completed
 * checkpoint, as long as it is that; counts are of the job since it was submitted.
 */
public final class CheckpointSeries {
  /** From its trigger to the last acknowledgement. */
  public static final String DURATION = "checkpoint.duration";

  /** Longest time for which a subtask stood still to take its part. */
  public static final String SYNC = "checkpoint.sync";

  /** Longest time that a subtask took to write its part aside. */
  public static final String ASYNC = "checkpoint.async";

  /** Longest time from a subtask's first barrier to its last. */
  public static final String ALIGNMENT = "checkpoint.alignment";

  /** All state that it holds. */
  public static final String SIZE = "checkpoint.size";

  /** Bytes that it added to what earlier ones had written. */
  public static final String WRITTEN = "checkpoint.written";

  /** Checkpoints that were completed. */
  public static final String COMPLETED = "checkpoints.completed";

  /** Checkpoints that came to nothing, whatever the reason. */
  public static final String FAILED = "checkpoints.failed";

  /** Those of them that took longer than they may. */
  public static final String EXPIRED = "checkpoints.expired";

  /** Checkpoints that are being taken. */
  public static final String IN_PROGRESS = "checkpoints.in-progress";

  /** All of them, in the order in which a probe gives their values. */
  public static final List<Series> ALL =
      List.of(
          new Series(DURATION, "ms", ""),
          new Series(SYNC, "ms", ""),
          new Series(ASYNC, "ms", ""),
          new Series(ALIGNMENT, "ms", ""),
          new Series(SIZE, "bytes", ""),
          new Series(WRITTEN, "bytes", ""),
          new Series(COMPLETED, "", ""),
          new Series(FAILED, "", ""),
          new Series(EXPIRED, "", ""),
          new Series(IN_PROGRESS, "", ""));

  private CheckpointSeries() {}
}
