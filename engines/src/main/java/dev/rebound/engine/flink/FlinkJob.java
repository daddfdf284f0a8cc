package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.lab.time.Looks;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A job as the REST interface shows it at one moment. Times are milliseconds since the epoch.
 *
 * @param state of the whole job: {@code RUNNING}, {@code RESTARTING}, {@code FAILED}, …
 * @param subtasks current attempt of every subtask of every vertex
 * @param failures newest last, as far back as Flink remembers
 */
record FlinkJob(String state, List<Subtask> subtasks, List<JobFailure> failures) {
  private static final long MICROS = 1000;

  /**
   * One subtask's current attempt.
   *
   * @param status {@code SCHEDULED}, {@code DEPLOYING}, {@code INITIALIZING}, {@code RUNNING}, …
   * @param taskManager that it is on, with the id {@code (unassigned)} if it is on none
   * @param deployedMillis when it was sent to its TaskManager; negative if it was not yet
   * @param runningMillis when it began to process, its state being back; meaningless before
   */
  record Subtask(
      String vertex,
      int index,
      int attempt,
      String status,
      TaskManagerLife taskManager,
      long deployedMillis,
      long runningMillis) {

    boolean running() {
      return status.equals("RUNNING");
    }

    private Subtask dated(Looks looks) {
      return new Subtask(
          vertex,
          index,
          attempt,
          status,
          taskManager,
          deployedMillis < 0 ? deployedMillis : first(looks, deployedMillis),
          running() ? first(looks, runningMillis) : runningMillis);
    }

    /** It has reached a living TaskManager, which answered. */
    boolean arrived() {
      return running() || status.equals("INITIALIZING");
    }

    boolean placed() {
      return arrived() || status.equals("DEPLOYING");
    }
  }

  /**
   * One entry of the exception history.
   *
   * @param taskManager that it happened on, if it is named
   * @param text first line of what was thrown
   */
  record JobFailure(long atMillis, TaskManagerLife taskManager, String text) {}

  /**
   * Reads answers of the REST interface.
   *
   * @param job of {@code /jobs/:id}
   * @param vertices of {@code /jobs/:id/vertices/:id}, one per vertex
   * @param exceptions of {@code /jobs/:id/exceptions}
   */
  static FlinkJob of(JsonNode job, List<JsonNode> vertices, JsonNode exceptions) {
    List<Subtask> subtasks = new ArrayList<>();
    for (JsonNode vertex : vertices) {
      for (JsonNode subtask : vertex.path("subtasks")) {
        JsonNode durations = subtask.path("status-duration");
        long deployed = subtask.path("start-time").asLong(-1);
        subtasks.add(
            new Subtask(
                vertex.path("name").asText(),
                subtask.path("subtask").asInt(),
                subtask.path("attempt").asInt(),
                subtask.path("status").asText(),
                TaskManagerLife.at(
                    subtask.path("taskmanager-id").asText(), subtask.path("endpoint").asText()),
                deployed,
                deployed
                    + Math.max(0, durations.path("DEPLOYING").asLong())
                    + Math.max(0, durations.path("INITIALIZING").asLong())));
      }
    }
    List<JobFailure> failures = new ArrayList<>();
    for (JsonNode entry : exceptions.path("exceptionHistory").path("entries")) {
      failures.add(
          new JobFailure(
              entry.path("timestamp").asLong(),
              TaskManagerLife.at(
                  entry.path("taskManagerId").asText(""), entry.path("endpoint").asText()),
              firstLine(entry.path("stacktrace").asText())));
    }
    failures.sort(Comparator.comparingLong(JobFailure::atMillis));
    return new FlinkJob(job.path("state").asText(), List.copyOf(subtasks), List.copyOf(failures));
  }

  /**
   * The same with the times that the looks which found them first allow.
   *
   * @param looks of which this is the last; it tells of one job after the other
   */
  FlinkJob dated(Looks looks) {
    Set<Long> said = new HashSet<>();
    failures.forEach(failure -> said.add(failure.atMillis() * MICROS));
    for (Subtask one : subtasks) {
      if (one.deployedMillis() >= 0) {
        said.add(one.deployedMillis() * MICROS);
      }
      if (one.running()) {
        said.add(one.runningMillis() * MICROS);
      }
    }
    looks.found(said);
    return new FlinkJob(
        state,
        subtasks.stream().map(one -> one.dated(looks)).toList(),
        failures.stream()
            .map(one -> new JobFailure(first(looks, one.atMillis()), one.taskManager(), one.text()))
            .toList());
  }

  private static long first(Looks looks, long millis) {
    return looks.first(millis * MICROS) / MICROS;
  }

  /** All subtasks process records. */
  boolean running() {
    return state.equals("RUNNING")
        && !subtasks.isEmpty()
        && subtasks.stream().allMatch(Subtask::running);
  }

  /** It has ended, and no restart will come. */
  boolean ended() {
    return ended(state);
  }

  /** True for a state that a job stays in. */
  static boolean ended(String state) {
    return Set.of("FAILED", "CANCELED", "FINISHED").contains(state);
  }

  /** The TaskManagers that have subtasks. */
  Set<TaskManagerLife> taskManagers() {
    return subtasks.stream()
        .filter(Subtask::placed)
        .map(Subtask::taskManager)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String firstLine(String stackTrace) {
    int end = stackTrace.indexOf('\n');
    return end < 0 ? stackTrace : stackTrace.substring(0, end);
  }

  /** The message of each exception in a stack trace, outermost first, one per line. */
  static String causes(String stackTrace) {
    return stackTrace
        .lines()
        .map(String::strip)
        .filter(line -> !line.startsWith("at ") && !line.startsWith("... ") && !line.isEmpty())
        .distinct()
        .collect(Collectors.joining("\n"));
  }
}
