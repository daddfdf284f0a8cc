package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The process of one life: a child of the lab, or one that another process started, known by its
 * pid and start. Signals reach this very process, never a later one with its pid. The end of one
 * that is no child is seen in the process table; what it ended with is told to its parent alone.
 */
final class LivingProcess {
  private static final Duration LOOK = Duration.ofMillis(2);
  private final ProcessHandle handle;
  private final @Nullable Process child;
  private final @Nullable ProcessIdentity identity;
  private final ProcessTable table;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private LivingProcess(
      ProcessHandle handle,
      @Nullable Process child,
      @Nullable ProcessIdentity identity,
      ProcessTable table) {
    this.handle = handle;
    this.child = child;
    this.identity = identity;
    this.table = table;
  }

  /** Starts a child in a node's folder, and appends what it writes to the node's log. */
  static LivingProcess start(
      List<String> command,
      Map<String, String> environment,
      NodeFolder folder,
      ProcessTable table) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.directory().toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.log().toFile()));
    builder.environment().putAll(environment);
    try {
      Process child = builder.start();
      LivingProcess living =
          new LivingProcess(child.toHandle(), child, ProcessIdentity.of(child.pid(), table), table);
      CompletableFuture<Void> unused = child.onExit().thenRun(() -> living.ended.complete(null));
      return living;
    } catch (IOException e) {
      throw ReboundException.environment(
          "Cannot start a process in " + folder.directory() + ": " + e.getMessage(),
          "Free memory, disk or process slots; the log would be " + folder.log() + ".",
          e);
    }
  }

  /** A process that another one started; null if no such process lives. */
  static @Nullable LivingProcess adopted(long pid, ProcessTable table) {
    // The handle comes first: should the pid change hands meanwhile, its signals reach nobody.
    ProcessHandle handle = ProcessHandle.of(pid).orElse(null);
    ProcessIdentity identity = ProcessIdentity.of(pid, table);
    return handle == null || identity == null || identity.gone(table)
        ? null
        : new LivingProcess(handle, null, identity, table);
  }

  boolean isChild() {
    return child != null;
  }

  long pid() {
    return handle.pid();
  }

  /** Null of a child that ended at once. */
  @Nullable ProcessIdentity identity() {
    return identity;
  }

  /** False once nothing of it runs any more. */
  boolean alive() {
    return child != null ? child.isAlive() : identity != null && !identity.gone(table);
  }

  /** Looks whether it lives; those who wait for its end hear of it. */
  boolean look() {
    boolean alive = alive();
    if (!alive) {
      ended.complete(null);
    }
    return alive;
  }

  /** The status that it ended with; empty while it lives, and where its parent alone is told. */
  OptionalInt status() {
    return child == null || child.isAlive()
        ? OptionalInt.empty()
        : OptionalInt.of(child.exitValue());
  }

  /** SIGKILL, straight to kill(2); false if it is known not to have reached it. */
  boolean kill() {
    // Of a child, what it did not die of its status tells.
    return handle.destroyForcibly() || child != null;
  }

  /** SIGTERM, likewise. */
  boolean terminate() {
    return handle.destroy() || child != null;
  }

  /** Waits for its end; false if it had not come within the limit, or until an interrupt. */
  boolean awaitEnd(Duration limit) {
    if (child == null) {
      return Polling.until(() -> !alive(), limit, LOOK);
    }
    try {
      return child.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !child.isAlive();
    }
  }

  /** Completes after its end. */
  CompletableFuture<Void> ended() {
    return ended;
  }
}
