package dev.rebound.platform.local;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A process that another one started, known by its pid and start. Its end is seen in the process
 * table; what it ended with is told to its parent alone.
 */
final class AdoptedBody implements ProcessBody {
  private static final Duration LOOK = Duration.ofMillis(2);

  private final ProcessHandle handle;
  private final ProcessIdentity identity;
  private final ProcessTable table;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  private AdoptedBody(ProcessHandle handle, ProcessIdentity identity, ProcessTable table) {
    this.handle = handle;
    this.identity = identity;
    this.table = table;
  }

  /** Null if no such process lives. */
  static @Nullable AdoptedBody of(long pid, ProcessTable table) {
    // The handle comes first: should the pid change hands meanwhile, its signals reach nobody.
    ProcessHandle handle = ProcessHandle.of(pid).orElse(null);
    ProcessIdentity identity = ProcessIdentity.of(pid, table);
    return handle == null || identity == null || identity.gone(table)
        ? null
        : new AdoptedBody(handle, identity, table);
  }

  /** Looks whether it lives; those who wait for its end hear of it. */
  boolean look() {
    boolean alive = alive();
    if (!alive) {
      ended.complete(null);
    }
    return alive;
  }

  @Override
  public long pid() {
    return identity.pid();
  }

  @Override
  public boolean alive() {
    return !identity.gone(table);
  }

  @Override
  public OptionalInt status() {
    return OptionalInt.empty();
  }

  @Override
  public boolean kill() {
    return handle.destroyForcibly();
  }

  @Override
  public boolean terminate() {
    return handle.destroy();
  }

  @Override
  public boolean awaitEnd(Duration limit) {
    return Waiting.until(() -> !alive(), limit, LOOK);
  }

  @Override
  public CompletableFuture<Void> ended() {
    return ended;
  }
}
