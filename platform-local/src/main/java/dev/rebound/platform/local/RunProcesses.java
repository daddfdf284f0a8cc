package dev.rebound.platform.local;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The processes of this machine that carry a run's id in their environment: what the lab started,
 * and what that started in turn. Uses nothing but the JDK, as the warden runs it too.
 */
final class RunProcesses {
  private static final long POLL_MILLIS = 100;

  private final ProcessTable table;
  private final Predicate<String> entry;

  RunProcesses(ProcessTable table, String runId) {
    this(table, (Launch.RUN_ID + "=" + runId)::equals);
  }

  private RunProcesses(ProcessTable table, Predicate<String> entry) {
    this.table = table;
    this.entry = entry;
  }

  List<ProcessTable.Carrier> find() throws IOException {
    return table.carrying(entry);
  }

  /** Sends SIGKILL to all that are found now; returns how many were found. */
  int killOnce() throws IOException {
    List<ProcessTable.Carrier> found = find();
    for (ProcessTable.Carrier carrier : found) {
      carrier.process().destroyForcibly();
    }
    return found.size();
  }

  /** Kills until nothing has been found for {@code quiet}. */
  boolean end(Duration quiet, Duration limit) throws IOException {
    return end(quiet, limit, () -> true);
  }

  /**
   * Kills until nothing has been found for {@code quiet}: a process may be just about to start
   * another, or to become one that carries the id.
   *
   * @param settled false while a process may still be half started, and so carry no id: until then
   *     it is not quiet
   * @return true if nothing was left in the end, false if something was when {@code limit} was over
   */
  boolean end(Duration quiet, Duration limit, BooleanSupplier settled) throws IOException {
    long startNanos = System.nanoTime();
    long quietSinceNanos = startNanos;
    while (true) {
      // Asked before the look: who was half started until then is seen by it.
      boolean may = !settled.getAsBoolean();
      int found = killOnce();
      long now = System.nanoTime();
      if (found > 0 || may) {
        quietSinceNanos = now;
      } else if (now - quietSinceNanos >= quiet.toNanos()) {
        return true;
      }
      if (now - startNanos >= limit.toNanos()) {
        return found == 0;
      }
      try {
        Thread.sleep(Math.min(POLL_MILLIS, Math.max(10, quiet.toMillis() / 3)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return found == 0;
      }
    }
  }
}
