package dev.rebound.job.storm;

import dev.rebound.workload.EventLog;
import dev.rebound.workload.KeyedLogic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a worker sees of itself to the {@link EventLog}, if the system property {@link
 * #EVENTS} names its file, which the workers of a machine share. Thread-safe; there is one in a
 * process, as Storm makes the spouts and bolts that tell it.
 *
 * <p>Events, each with the number of its worker: {@code start} (pid) and {@code sources} (of:
 * partitions that there are; held, reads: numbers of partitions separated by blanks; written when
 * they change).
 */
final class EventReporter {
  /** Property of a worker: the file to append events to. */
  static final String EVENTS = "rebound.events";

  /** Property of a worker: the numbers of workers by the ports of their slots, 6700=1,6701=2. */
  static final String SLOTS = "rebound.slots";

  private static final EventReporter WITNESS = new EventReporter();

  private final @Nullable EventLog events;
  private final KeyedLogic.Emitter emitter;
  private final Map<Integer, Set<Integer>> held = new TreeMap<>();
  private final Set<Integer> reading = new TreeSet<>();
  private int of;

  private EventReporter() {
    String file = System.getProperty(EVENTS);
    int node = number(System.getProperty(SLOTS, ""), System.getProperty("worker.port", ""));
    try {
      int life = file == null ? 1 : 1 + lives(Path.of(file), node);
      events = file == null ? null : new EventLog(Path.of(file), life);
      emitter = new KeyedLogic.Emitter(node, life);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write events into " + file, e);
    }
    write("start", "pid", ProcessHandle.current().pid());
  }

  static EventReporter witness() {
    return WITNESS;
  }

  private static int number(String slots, String port) {
    return Stream.of(slots.split(","))
        .filter(slot -> slot.startsWith(port + "="))
        .mapToInt(slot -> Integer.parseInt(slot.substring(slot.indexOf('=') + 1)))
        .findFirst()
        .orElse(0);
  }

  /** How many lives this worker had before. */
  private static int lives(Path file, int node) throws IOException {
    if (!Files.exists(file)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return (int)
          lines
              .filter(line -> line.contains("\"event\":\"start\",\"worker\":" + node + ","))
              .count();
    }
  }

  /** This life of the worker; number 0 if nobody has told. */
  KeyedLogic.Emitter emitter() {
    return emitter;
  }

  /** A spout has been given these of so many partitions. */
  synchronized void holds(int task, Set<Integer> partitions, int total) {
    if (!partitions.equals(held.get(task)) || of != total) {
      of = total;
      held.put(task, Set.copyOf(partitions));
      reading.remove(task);
      tell();
    }
  }

  /** A spout reads what it has been given. */
  synchronized void reads(int task) {
    if (reading.add(task)) {
      tell();
    }
  }

  private void tell() {
    write("sources", "of", of, "held", numbers(held.keySet()), "reads", numbers(reading));
  }

  private String numbers(Set<Integer> tasks) {
    return tasks.stream()
        .flatMap(task -> held.getOrDefault(task, Set.of()).stream())
        .sorted()
        .map(String::valueOf)
        .collect(Collectors.joining(" "));
  }

  private void write(String event, Object... fields) {
    if (events != null) {
      List<Object> all = new ArrayList<>(List.of("worker", emitter.node()));
      all.addAll(List.of(fields));
      events.write(event, all.toArray());
    }
  }
}
