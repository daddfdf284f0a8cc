package dev.rebound.engine.kafkastreams;

import dev.rebound.lab.engine.Complaint;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Understands a worker's log, line by line: what Kafka Streams tells no listener (that a rebalance
 * was announced, which tasks a thread was assigned), and what must not go unheard.
 *
 * <p>Which texts mean what is data of the version, see {@link StreamsVersion}. One per worker; not
 * thread-safe.
 */
final class WorkerLog {
  private static final int EXAMPLE_LENGTH = 300;

  /** A text that must not go unheard: how often it came, and its first line. */
  private record LogComplaint(int times, String first) {}

  /** Where a record stood, as a log line says it. */
  private static final Pattern PLACE =
      Pattern.compile("topic=\\[(.+?)] partition=\\[(\\d{1,9})] offset=\\[(\\d{1,18})]");

  private final StreamsVersion version;
  private final Set<Long> droppedLate = new HashSet<>();
  private final Map<String, LogComplaint> complaints = new LinkedHashMap<>();
  private String assignedThread = "";
  private long assignedMicros;

  WorkerLog(StreamsVersion version) {
    this.version = version;
  }

  /** The statements of a line; mostly none. */
  List<WorkerStatement> read(String line) {
    List<WorkerStatement> said = new ArrayList<>();
    if (!assignedThread.isEmpty() && line.startsWith("\t")) {
      if (line.startsWith(version.assignedTasks())) {
        said.add(new WorkerStatement.TasksAssigned(assignedMicros, assignedThread, listed(line)));
        assignedThread = "";
      }
      return said;
    }
    assignedThread = "";
    Long at = WorkerStatement.logMicros(line);
    if (at == null) {
      complain(line);
      return said;
    }
    if (line.endsWith(version.assigned())) {
      assignedThread = thread(line);
      assignedMicros = at;
    } else if (version.rebalanceSeen().stream().anyMatch(line::contains)) {
      said.add(new WorkerStatement.RebalanceSeen(at, afterDash(line)));
    }
    complain(line);
    return said;
  }

  private void complain(String line) {
    if (line.contains(version.droppedLate())) {
      Matcher place = PLACE.matcher(line);
      droppedLate.add(place.find() ? number(place) : (long) line.hashCode());
    }
    for (String text : version.complaints().keySet()) {
      if (line.contains(text)) {
        complaints.merge(
            text,
            new LogComplaint(1, line.substring(0, Math.min(line.length(), EXAMPLE_LENGTH))),
            (before, now) -> new LogComplaint(before.times() + 1, before.first()));
      }
    }
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

  /** Each text heard: what it means, how often, and the first line. */
  List<Complaint> complaints(String worker) {
    List<Complaint> found = new ArrayList<>();
    complaints.forEach(
        (text, heard) ->
            found.add(
                new Complaint(
                    worker,
                    String.valueOf(version.complaints().get(text)),
                    heard.times(),
                    heard.first())));
    return found;
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
