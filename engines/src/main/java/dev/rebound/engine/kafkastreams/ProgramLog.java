package dev.rebound.engine.kafkastreams;

import dev.rebound.engine.adapter.FollowedCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Understands the log of a user's own application, which writes no events as our job does: that a
 * life began, in which state its client is and which tasks it runs follows from what Kafka Streams
 * logs of its client and its threads.
 *
 * <p>A thread runs the tasks that it was assigned from when it says RUNNING after the assignment;
 * until then it goes on with those of them that it ran before. One per worker; not thread-safe.
 */
final class ProgramLog {
  private static final Pattern TRANSITION =
      Pattern.compile("stream-(client|thread) \\[([^]]*)] State transition from (\\w+) to (\\w+)");

  private static final Set<String> ENDED = Set.of("PENDING_SHUTDOWN", "DEAD");

  private final WorkerLog words;
  private final Map<String, Set<String>> assigned = new TreeMap<>();
  private final Map<String, Set<String>> running = new TreeMap<>();
  private String state = "";

  ProgramLog(WorkerLog words) {
    this.words = words;
  }

  /**
   * The statements of a line; mostly none.
   *
   * @param incarnation the worker's life
   */
  List<WorkerStatement> read(String line, int incarnation) {
    List<WorkerStatement> says = new ArrayList<>(words.read(line));
    for (WorkerStatement said : List.copyOf(says)) {
      if (said instanceof WorkerStatement.TasksAssigned given) {
        assigned.put(given.thread(), given.tasks());
        running.getOrDefault(given.thread(), new TreeSet<>()).retainAll(given.tasks());
        says.add(runs(given.atMicros()));
      }
    }
    Matcher transition = TRANSITION.matcher(line);
    long at = FollowedCluster.micros(line);
    if (at != 0 && transition.find()) {
      if (transition.group(1).equals("client")) {
        client(at, transition.group(3), transition.group(4), incarnation, says);
      } else {
        thread(at, transition.group(2), transition.group(4), says);
      }
    }
    return says;
  }

  private void client(
      long at, String from, String to, int incarnation, List<WorkerStatement> says) {
    if (from.equals("CREATED")) {
      assigned.clear();
      running.clear();
      says.add(new WorkerStatement.LifeStarted(at, incarnation));
    }
    state = to;
    says.add(new WorkerStatement.ClientState(at, from, to));
  }

  private void thread(long at, String thread, String to, List<WorkerStatement> says) {
    if (to.equals("RUNNING")) {
      running.put(thread, new TreeSet<>(assigned.getOrDefault(thread, Set.of())));
      says.add(runs(at));
    } else if (ENDED.contains(to)) {
      assigned.remove(thread);
      running.remove(thread);
      says.add(new WorkerStatement.TasksAssigned(at, thread, Set.of()));
      says.add(runs(at));
    }
  }

  private WorkerStatement runs(long at) {
    Set<String> tasks = new TreeSet<>();
    running.values().forEach(tasks::addAll);
    return new WorkerStatement.RunningTasks(at, tasks, state);
  }
}
