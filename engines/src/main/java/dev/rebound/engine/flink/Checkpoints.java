package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The job's checkpoints, as the JobManager tells of them. One thread looks, any may read.
 *
 * <p>How the parts of a checkpoint went takes a request for each vertex, so only the newest
 * completed one is asked for, once, and no more often than {@link #DETAIL_EVERY}.
 */
final class Checkpoints {
  static final Duration DETAIL_EVERY = Duration.ofMillis(500);

  /** Flink's words on a checkpoint that took longer than its timeout. */
  private static final String EXPIRED = "expired";

  /** Answers a GET of the JobManager's REST interface. */
  interface RestAnswers {
    JsonNode get(String path) throws IOException;
  }

  /**
   * The newest completed checkpoint, and how many there were of the job. Lengths are milliseconds,
   * the parts those of the subtask that took longest, and NaN where they were not asked for; sizes
   * are bytes. All of the checkpoint is NaN before the first.
   *
   * @param durationMillis from its trigger to the last acknowledgement
   * @param bytes of all state that it holds
   * @param writtenBytes of what it added to what earlier ones had written
   * @param expired failed ones that took longer than the timeout
   */
  record CompletedCheckpoint(
      double durationMillis,
      double syncMillis,
      double asyncMillis,
      double alignmentMillis,
      double bytes,
      double writtenBytes,
      long completed,
      long failed,
      long expired,
      long inProgress) {}

  /** Longest parts over all subtasks, milliseconds. */
  private record CheckpointParts(double sync, double async, double alignment) {
    static final CheckpointParts UNKNOWN = new CheckpointParts(Double.NaN, Double.NaN, Double.NaN);

    /**
     * @param summary of one vertex, as the REST interface gives it
     */
    CheckpointParts with(JsonNode summary) {
      JsonNode duration = summary.path("checkpoint_duration");
      return new CheckpointParts(
          longer(sync, duration.path("sync")),
          longer(async, duration.path("async")),
          longer(alignment, summary.path("alignment").path("duration")));
    }

    private static double longer(double known, JsonNode spread) {
      double max = spread.path("max").asDouble(Double.NaN);
      // A subtask that had nothing to do says -1.
      return Double.isNaN(known) || max > known ? Math.max(0, max) : known;
    }
  }

  private final RestAnswers rest;
  private final LongSupplier clock;
  private volatile @Nullable JsonNode newest;
  private volatile @Nullable CompletedCheckpoint seen;

  // The job of the thread that looks.
  private String jobId = "";
  private List<String> vertices = List.of();
  private long detailed = -1;
  private long detailedNanos;
  private CheckpointParts parts = CheckpointParts.UNKNOWN;
  private long failuresUpTo;
  private long expired;

  /**
   * @param clock nanoseconds, of a clock that only goes forward
   */
  Checkpoints(RestAnswers rest, LongSupplier clock) {
    this.rest = rest;
    this.clock = clock;
    this.detailedNanos = clock.getAsLong() - DETAIL_EVERY.toNanos();
  }

  /** The newest completed checkpoint as the REST interface gives it; null before the first look. */
  @Nullable JsonNode newest() {
    return newest;
  }

  /** As of the last look; null if there was none, or the job takes no checkpoints. */
  @Nullable CompletedCheckpoint seen() {
    return seen;
  }

  /** The same as values of {@link CheckpointSeries#ALL}. */
  double @Nullable [] values() {
    CompletedCheckpoint now = seen;
    return now == null
        ? null
        : new double[] {
          now.durationMillis(),
          now.syncMillis(),
          now.asyncMillis(),
          now.alignmentMillis(),
          now.bytes(),
          now.writtenBytes(),
          now.completed(),
          now.failed(),
          now.expired(),
          now.inProgress()
        };
  }

  /** Asks how the job's checkpoints stand. A job that takes none is no error. */
  void look(String job) throws IOException {
    if (!job.equals(jobId)) {
      jobId = job;
      vertices = List.of();
      detailed = -1;
      failuresUpTo = 0;
      expired = 0;
    }
    JsonNode all;
    try {
      all = rest.get("/jobs/" + job + "/checkpoints");
    } catch (FileNotFoundException e) {
      // Checkpointing is off, or a JobManager that was just started does not know the job yet.
      return;
    }
    JsonNode completed = all.path("latest").path("completed");
    if (completed.hasNonNull("external_path")) {
      // One that was given the job anew has none yet, and what the one before completed still
      // holds.
      newest = completed;
    }
    expired(all.path("history"));
    detail(completed);
    JsonNode counts = all.path("counts");
    boolean any = completed.has("id");
    seen =
        new CompletedCheckpoint(
            any ? completed.path("end_to_end_duration").asDouble() : Double.NaN,
            any ? parts.sync() : Double.NaN,
            any ? parts.async() : Double.NaN,
            any ? parts.alignment() : Double.NaN,
            any ? completed.path("state_size").asDouble() : Double.NaN,
            any ? completed.path("checkpointed_size").asDouble() : Double.NaN,
            counts.path("completed").asLong(),
            counts.path("failed").asLong(),
            expired,
            counts.path("in_progress").asLong());
  }

  /** Flink counts failures, but not by reason; it remembers the last few checkpoints. */
  private void expired(JsonNode history) {
    long newestFailure = failuresUpTo;
    for (JsonNode checkpoint : history) {
      long id = checkpoint.path("id").asLong();
      if (id > failuresUpTo && checkpoint.path("status").asText().equals("FAILED")) {
        newestFailure = Math.max(newestFailure, id);
        expired += checkpoint.path("failure_message").asText().contains(EXPIRED) ? 1 : 0;
      }
    }
    failuresUpTo = newestFailure;
  }

  private void detail(JsonNode completed) throws IOException {
    long id = completed.path("id").asLong(-1);
    if (id == detailed) {
      return;
    }
    detailed = id;
    parts = CheckpointParts.UNKNOWN;
    long now = clock.getAsLong();
    if (id < 0 || now - detailedNanos < DETAIL_EVERY.toNanos()) {
      return;
    }
    detailedNanos = now;
    String path = "/jobs/" + jobId + "/checkpoints/details/" + id;
    try {
      if (vertices.isEmpty()) {
        List<String> named = new ArrayList<>();
        rest.get(path).path("tasks").fieldNames().forEachRemaining(named::add);
        vertices = List.copyOf(named);
      }
      CheckpointParts known = CheckpointParts.UNKNOWN;
      for (String vertex : vertices) {
        known = known.with(rest.get(path + "/subtasks/" + vertex).path("summary"));
      }
      parts = known;
    } catch (FileNotFoundException e) {
      // Newer ones have taken its place in what Flink remembers.
      parts = CheckpointParts.UNKNOWN;
    }
  }
}
