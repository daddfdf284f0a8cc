package dev.rebound.engine.flink;

import dev.rebound.base.ReboundException;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Waits for Flink, within bounds, and says why it waited in vain. Thread-safe. */
final class BoundedWait {
  private static final Duration POLL = Duration.ofMillis(250);
  private static final int LAST_LINES = 15;

  private final Members members;
  private final Supplier<String> rootCause;
  private volatile boolean ended;

  /**
   * @param rootCause of the job, if it has failed; goes into messages
   */
  BoundedWait(Members members, Supplier<String> rootCause) {
    this.members = members;
    this.rootCause = rootCause;
  }

  /** The condition that a wait asks for again and again. */
  interface Condition {
    boolean holds() throws IOException;
  }

  /** Every wait ends now. */
  void end() {
    ended = true;
  }

  /**
   * Waits until a condition holds; a {@link ReboundException} says why it does not.
   *
   * @param allToLive while true, a member that is dead ends the wait
   */
  void until(Deadline by, String what, BooleanSupplier allToLive, Condition condition) {
    String last = "";
    while (!ended) {
      try {
        if (condition.holds()) {
          return;
        }
        last = "";
      } catch (IOException e) {
        last = e.toString();
      }
      for (Node member : members.all()) {
        if (!member.alive() && allToLive.getAsBoolean()) {
          throw failure(member.name() + " ended while Flink waited for " + what, null);
        }
      }
      if (by.passed()) {
        throw failure(
            "Flink was not ready in time: waited for %s%s%s"
                .formatted(what, last.isEmpty() ? "" : "; last answer: " + last, rootCause.get()),
            null);
      }
      pause();
    }
    throw failure("Flink was stopped while it waited for " + what, null);
  }

  private static void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ReboundException.environment("interrupted while waiting for Flink", "Start again.", e);
    }
  }

  /** With the last lines of the first member that is dead, or of the JobManager. */
  ReboundException failure(String message, @Nullable Exception cause) {
    List<Node> suspects = members.all().stream().filter(member -> !member.alive()).toList();
    if (suspects.isEmpty()) {
      suspects = members.ofRole(FlinkEngine.JOB_MANAGER);
    }
    StringBuilder text = new StringBuilder(message);
    Node first = suspects.get(0);
    text.append("\nFrom ").append(Members.logOf(first)).append(":");
    first
        .fetch(Node.LOG)
        .ifPresent(
            log ->
                Logs.evidence(log, LAST_LINES).forEach(line -> text.append("\n  ").append(line)));
    if (suspects.size() > 1) {
      text.append("\nDead as well: ");
      text.append(suspects.stream().skip(1).map(Node::name).collect(Collectors.joining(", ")));
    }
    return ReboundException.environment(
        text.toString(),
        "See the logs of the Flink processes; check memory, engine.config and the broker's limits.",
        cause);
  }
}
