package dev.rebound.engine.kafkastreams;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One thing that a worker said of itself, in its events file or its log; times are microseconds
 * since the epoch by the worker's clock.
 */
sealed interface WorkerStatement {
  long atMicros();

  /** A new life began. */
  record LifeStarted(long atMicros, int incarnation) implements WorkerStatement {}

  /** The state of the whole client changed. */
  record ClientState(long atMicros, String from, String to) implements WorkerStatement {}

  /** Active tasks that this worker runs now, all threads together. */
  record RunningTasks(long atMicros, Set<String> tasks, String state) implements WorkerStatement {}

  /** A thread was assigned these active tasks, running or not. */
  record TasksAssigned(long atMicros, String thread, Set<String> tasks)
      implements WorkerStatement {}

  /** This worker was told that the group rebalances. */
  record RebalanceSeen(long atMicros, String words) implements WorkerStatement {}

  /** Records restored so far in this life, and stores still restoring. */
  record RestoreProgress(long atMicros, long records, int pending) implements WorkerStatement {}

  /** What an event of a worker says; empty for one of no interest. */
  static Optional<WorkerStatement> ofEvent(JsonNode node) {
    if (!node.hasNonNull("atMicros")) {
      return Optional.empty();
    }
    long at = node.path("atMicros").asLong();
    return switch (node.path("event").asText()) {
      case "start" -> Optional.of(new LifeStarted(at, node.path("incarnation").asInt()));
      case "state" ->
          Optional.of(new ClientState(at, node.path("from").asText(), node.path("to").asText()));
      case "tasks" ->
          Optional.of(
              new RunningTasks(
                  at, tasks(node.path("active").asText(), " "), node.path("state").asText()));

      case "restore-progress" ->
          Optional.of(
              new RestoreProgress(
                  at, node.path("restored").asLong(), node.path("pending").asInt()));
      default -> Optional.empty();
    };
  }

  /** Task ids of a text such as {@code 0_1 1_1}. */
  static Set<String> tasks(String text, String separator) {
    return Arrays.stream(text.split(separator))
        .map(String::trim)
        .filter(id -> !id.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
