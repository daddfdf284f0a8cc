package dev.rebound.lab.part;

import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A part of a run as it is planned: brokers, a file system or a database that supports the subject,
 * the subject itself, an instrument of the lab. Parts start one after the other, and go in reverse.
 */
public interface Part {
  /** As people call it, such as {@code HDFS}. */
  String name();

  /** The processes that it starts, in this order; all of one {@link dev.rebound.base.Owner}. */
  List<ProcessSpec> processes();

  /** Roles that faults may name. By default those of its processes. */
  default Set<String> roles() {
    Set<String> roles = new TreeSet<>();
    processes().forEach(process -> roles.add(process.role()));
    return roles;
  }

  /**
   * Who connects to whom as this part is set: its members to each other and to those of other
   * parts, and others to its members where they do not say so themselves. By default none is known.
   */
  default List<Link> links() {
    return List.of();
  }

  /** Sentences for whoever reads the plan. */
  default List<String> notes() {
    return List.of();
  }

  /**
   * True if it has limits of its own: the time that its start takes is none of {@code
   * phases.start}.
   */
  default boolean limitsItself() {
    return false;
  }

  /** Has fetched and built what its processes are started from: no start waits for that. */
  default void provide(Platform platform) {
    processes().forEach(process -> platform.provide(process.program()));
  }

  /**
   * Starts it, and returns once it serves. Processes that were started end with the platform at the
   * latest. A {@link dev.rebound.base.ReboundException} says why it failed.
   *
   * @param progress hears of each step that takes a while
   */
  RunningPart start(Platform platform, Deadline by, Consumer<String> progress);

  /**
   * The same. One that takes long looks whether a person wants an end, and fails then, once it has
   * ended what it began.
   *
   * @param stop asked often
   */
  default RunningPart start(
      Platform platform, Deadline by, Consumer<String> progress, BooleanSupplier stop) {
    return start(platform, by, progress);
  }

  /** How many processes of each role are planned. */
  static Map<String, Integer> members(List<ProcessSpec> processes) {
    Map<String, Integer> members = new TreeMap<>();
    processes.forEach(process -> members.merge(process.role(), 1, Integer::sum));
    return members;
  }
}
