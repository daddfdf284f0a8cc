package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.engine.adapter.Members;
import dev.rebound.platform.Node;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/** The TaskManagers of a cluster: those that live, and those that the JobManager knows. */
record TaskManagers(Members members, FlinkRest rest) {
  /** Resource ids of those that live, registered or soon to be. */
  Set<String> living() {
    Set<String> ids = new TreeSet<>();
    for (Node node : members.ofRole(FlinkEngine.WORKER)) {
      if (node.alive()) {
        ids.add(resourceId(node));
      }
    }
    return ids;
  }

  /**
   * Names of those that live and have subtasks of a job. One that was started again has none of its
   * former life, whatever the JobManager still takes for true.
   */
  Set<String> holding(FlinkJob job) {
    Set<String> ids = job.taskManagers();
    Set<String> names = new TreeSet<>();
    for (Node node : members.ofRole(FlinkEngine.WORKER)) {
      if (node.alive() && ids.contains(resourceId(node))) {
        names.add(node.name());
      }
    }
    return names;
  }

  /** How many the JobManager knows. */
  int registered() throws IOException {
    return rest.get("/taskmanagers").path("taskmanagers").size();
  }

  /** True if the JobManager knows one in the life that it has now. */
  boolean registered(Node node) throws IOException {
    String id = resourceId(node);
    for (JsonNode manager : rest.get("/taskmanagers").path("taskmanagers")) {
      if (manager.path("id").asText().equals(id)) {
        return true;
      }
    }
    return false;
  }

  /** Slots of all that the JobManager knows. */
  int slots() throws IOException {
    return rest.get("/overview").path("slots-total").asInt();
  }

  private static String resourceId(Node node) {
    return FlinkEngine.resourceId(node.name(), Integer.toString(node.current().number()));
  }
}
