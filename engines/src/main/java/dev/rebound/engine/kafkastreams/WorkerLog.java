package dev.rebound.engine.kafkastreams;

import dev.rebound.engine.adapter.EngineVersion;
import dev.rebound.engine.adapter.FollowedCluster;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Understands a worker's log, line by line: what Kafka Streams tells no listener (that a rebalance
 * was announced, which tasks a thread was assigned), and what was dropped as late.
 *
 * <p>Which texts mean what is data of the version. One per worker; not thread-safe.
 */
final class WorkerLog {
  /** Where a record stood, as a log line says it. */
  private static final Pattern PLACE =
      Pattern.compile("topic=\\[(.+?)] partition=\\[(\\d{1,9})] offset=\\[(\\d{1,18})]");

  private final List<String> rebalanceSeen;
  private final String assigned;
  private final String assignedTasks;
  private final String late;
  private final Set<Long> droppedLate = new HashSet<>();
  private String assignedThread = "";
  private long assignedMicros;

  WorkerLog(EngineVersion version) {
    rebalanceSeen = version.texts("rebalanceSeen");
    assigned = version.text("assigned");
    assignedTasks = version.text("assignedTasks");
    late = version.text("droppedLate");
  }

  /** The statements of a line; mostly none. */
  List<WorkerStatement> read(String line) {
    List<WorkerStatement> said = new ArrayList<>();
    if (!assignedThread.isEmpty() && line.startsWith("\t")) {
      if (line.startsWith(assignedTasks)) {
        said.add(new WorkerStatement.TasksAssigned(assignedMicros, assignedThread, listed(line)));
        assignedThread = "";
      }
      return said;
    }
    assignedThread = "";
    long at = FollowedCluster.micros(line);
    if (at == 0) {
      return said;
    }
    if (line.endsWith(assigned)) {
      assignedThread = thread(line);
      assignedMicros = at;
    } else if (rebalanceSeen.stream().anyMatch(line::contains)) {
      said.add(new WorkerStatement.RebalanceSeen(at, afterDash(line)));
    }
    if (line.contains(late)) {
      Matcher place = PLACE.matcher(line);
      droppedLate.add(place.find() ? number(place) : (long) line.hashCode());
    }
    return said;
  }

  /** One number for a place; two places that have the same are hardly to be expected. */
  private static long number(Matcher place) {
    return ((long) place.group(1).hashCode() << 32)
        ^ (Long.parseLong(place.group(2)) << 44)
        ^ Long.parseLong(place.group(3));
  }

  /**
   * The records that were dropped as late in all lives of the worker: numbers of their places in a
   * topic, so that one that was read and dropped again is the same.
   */
  Set<Long> droppedLate() {
    return droppedLate;
  }

  private static Set<String> listed(String line) {
    int open = line.indexOf('[');
    int close = line.lastIndexOf(']');
    return WorkerStatement.tasks(
        open < 0 || close < open ? "" : line.substring(open + 1, close), ",");
  }

  /** The thread that wrote a line; its name stands in the first brackets. */
  private static String thread(String line) {
    int open = line.indexOf('[');
    int close = line.indexOf(']', Math.max(0, open));
    return open < 0 || close < 0 ? "?" : line.substring(open + 1, close);
  }

  private static String afterDash(String line) {
    int bracket = line.indexOf("] ", line.indexOf(" - "));
    return bracket < 0 ? line : line.substring(bracket + 2);
  }
}
