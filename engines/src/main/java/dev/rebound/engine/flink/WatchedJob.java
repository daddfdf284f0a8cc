package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The job that Flink was given last, as its REST interface shows it, and the newest look at it. For
 * use by any thread; it is given to Flink by one at a time.
 */
final class WatchedJob {
  private final FlinkRest rest;
  private final JobSubmission submission;
  private volatile String id = "";
  private volatile String jar = "";
  private volatile @Nullable FlinkJob lastSeen;
  private final Checkpoints checkpoints;

  WatchedJob(FlinkRest rest, JobSubmission submission) {
    this.rest = rest;
    this.submission = submission;
    this.checkpoints = new Checkpoints(rest::get, System::nanoTime);
  }

  /** Gives Flink the job, to start from a checkpoint if there is one. */
  void give(@Nullable String checkpoint) throws IOException {
    String uploaded = rest.upload(submission.jar());
    id = rest.run(uploaded, submission, checkpoint);
    jar = uploaded;
  }

  /** Id of the uploaded jar. */
  String jar() {
    return jar;
  }

  /** Asks how the job stands. */
  FlinkJob look() throws IOException {
    String of = id;
    JsonNode exceptions = rest.get("/jobs/" + of + "/exceptions");
    JsonNode job = rest.get("/jobs/" + of);
    List<JsonNode> vertices = new ArrayList<>();
    for (JsonNode vertex : job.path("vertices")) {
      vertices.add(rest.get("/jobs/" + of + "/vertices/" + vertex.path("id").asText()));
    }
    FlinkJob seen = FlinkJob.of(job, vertices, exceptions);
    lastSeen = seen;
    return seen;
  }

  /** The newest look; null if there is none. */
  @Nullable FlinkJob lastSeen() {
    return lastSeen;
  }

  /** Forgets a job that is no more. */
  void forget() {
    lastSeen = null;
  }

  /** Asks how the job's checkpoints stand. */
  void lookAtCheckpoints() throws IOException {
    checkpoints.look(id);
  }

  /** As of the last time that they were asked for. */
  Checkpoints checkpoints() {
    return checkpoints;
  }

  /** Root exception of the job, on a line of its own; empty if it has not failed. */
  String rootCause() {
    try {
      JsonNode entries =
          rest.get("/jobs/" + id + "/exceptions").path("exceptionHistory").path("entries");
      return entries.isEmpty()
          ? ""
          : "\n" + FlinkJob.causes(entries.path(0).path("stacktrace").asText());
    } catch (IOException e) {
      return "";
    }
  }
}
