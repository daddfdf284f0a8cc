package dev.rebound.engine.flink;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.time.Looks;
import dev.rebound.platform.Node;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The TaskManagers of a cluster: those that live, and those that the JobManager knows. Thread-safe.
 *
 * <p>One that comes back under its own identity has the resource id of its former life, and the
 * JobManager may still take that one for alive. Lives differ by their {@link TaskManagerLife port}:
 * one that was seen while an earlier process was the current one is over.
 */
final class TaskManagers {
  private static final long MICROS = 1000;

  private final Members members;
  private final FlinkRest rest;

  /** By which incarnation of its node each life was there. */
  private final Map<TaskManagerLife, Integer> seen = new ConcurrentHashMap<>();

  /** At what the JobManager knows; guarded by itself. */
  private final Looks looks = new Looks();

  TaskManagers(Members members, FlinkRest rest) {
    this.members = members;
    this.rest = rest;
  }

  /** Takes in a look at a job: who has subtasks has come by now. */
  void see(FlinkJob job) {
    job.taskManagers().forEach(this::see);
  }

  private void see(TaskManagerLife life) {
    for (Node node : members.ofRole(FlinkEngine.WORKER)) {
      if (node.name().equals(life.node())) {
        seen.putIfAbsent(life, node.current().number());
      }
    }
  }

  /** True for the life that a node's process leads now. */
  private boolean current(TaskManagerLife life, Node node) {
    return node.alive()
        && node.name().equals(life.node())
        && (!life.told() || node.current().number() == seen.getOrDefault(life, 0));
  }

  /**
   * Names of those that live and have subtasks of a job. One that was started again has none of its
   * former life, whatever the JobManager still takes for true.
   */
  Set<String> holding(FlinkJob job) {
    see(job);
    Set<TaskManagerLife> with = job.taskManagers();
    Set<String> names = new TreeSet<>();
    for (Node node : members.ofRole(FlinkEngine.WORKER)) {
      if (with.stream().anyMatch(life -> current(life, node))) {
        names.add(node.name());
      }
    }
    return names;
  }

  /** All that the JobManager knows, of dead processes too until it misses them. */
  Set<TaskManagerLife> known() throws IOException {
    Map<TaskManagerLife, Long> known = new TreeMap<>();
    synchronized (looks) {
      looks.begin();
      JsonNode managers = rest.get("/taskmanagers").path("taskmanagers");
      looks.over();
      for (JsonNode manager : managers) {
        TaskManagerLife life = TaskManagerLife.registered(manager);
        known.put(life, manager.path("timeSinceLastHeartbeat").asLong() * MICROS);
      }
      looks.found(Set.copyOf(known.values()));
      known.replaceAll((life, heard) -> looks.first(heard));
    }
    known.keySet().forEach(this::see);
    known.forEach(this::heard);
    return new TreeSet<>(known.keySet());
  }

  /**
   * Who was heard of since the process started is that process, though its ports be the former
   * one's.
   */
  private void heard(TaskManagerLife life, long atMicros) {
    for (Node node : members.ofRole(FlinkEngine.WORKER)) {
      if (node.name().equals(life.node()) && atMicros > node.current().startMicros()) {
        seen.put(life, node.current().number());
      }
    }
  }

  /** True if the JobManager knows one in the life that it has now. */
  boolean registered(Node node) throws IOException {
    return known().stream().anyMatch(life -> current(life, node));
  }

  /** True if the JobManager knows all that live. */
  boolean complete(Set<TaskManagerLife> known) {
    return members.ofRole(FlinkEngine.WORKER).stream()
        .filter(Node::alive)
        .allMatch(node -> known.stream().anyMatch(life -> current(life, node)));
  }

  /** Slots of all that the JobManager knows. */
  int slots() throws IOException {
    return rest.get("/overview").path("slots-total").asInt();
  }
}
