package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/**
 * One life of a TaskManager, as answers of the REST interface tell it from others.
 *
 * @param id under which it registered; each life of a node has the same, as long as its identity is
 * @param port at which others fetch its data, by default a free one in each life; empty where Flink
 *     1.18 does not tell it
 */
record TaskManagerLife(String id, String port) implements Comparable<TaskManagerLife> {
  private static final Comparator<TaskManagerLife> ORDER =
      Comparator.comparing(TaskManagerLife::id).thenComparing(TaskManagerLife::port);

  /** One of {@code /taskmanagers}. */
  static TaskManagerLife registered(JsonNode manager) {
    return new TaskManagerLife(manager.path("id").asText(), manager.path("dataPort").asText());
  }

  /**
   * The one that a subtask is on, or an entry of the exception history happened on.
   *
   * @param endpoint host:port
   */
  static TaskManagerLife at(String id, String endpoint) {
    return new TaskManagerLife(id, endpoint.substring(endpoint.lastIndexOf(':') + 1));
  }

  /** False where nothing tells one life from another. */
  boolean told() {
    return !port.isEmpty();
  }

  /** False where nobody is named. */
  boolean named() {
    return !id.isEmpty();
  }

  /** The name of its node. */
  String node() {
    return FlinkEngine.node(id);
  }

  @Override
  public int compareTo(TaskManagerLife other) {
    return ORDER.compare(this, other);
  }
}
