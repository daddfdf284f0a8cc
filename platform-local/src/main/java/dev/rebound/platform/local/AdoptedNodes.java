package dev.rebound.platform.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Looks after adopted nodes, on one thread: nobody else tells of their deaths, and of the processes
 * that come after them. Thread-safe.
 */
final class AdoptedNodes implements AutoCloseable {
  private static final long LOOK_MILLIS = 50;

  private final List<AdoptedNode> nodes = new CopyOnWriteArrayList<>();
  private @Nullable ScheduledExecutorService watcher;

  synchronized void add(AdoptedNode node) {
    nodes.add(node);
    if (watcher == null) {
      watcher =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "platform-adopted");
                thread.setDaemon(true);
                return thread;
              });
      var unused =
          watcher.scheduleWithFixedDelay(
              this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  /** Keeps what they logged beside the logs of the other nodes, once they have ended. */
  void keepLogs(Path logs) throws IOException {
    for (AdoptedNode node : nodes) {
      node.keepLog(logs);
    }
  }

  private void look() {
    for (AdoptedNode node : nodes) {
      try {
        node.look();
      } catch (RuntimeException e) {
        // Its pid is not told at this moment: the next look may find it. Nothing may end the
        // looking.
      }
    }
  }

  @Override
  public synchronized void close() {
    if (watcher != null) {
      watcher.shutdownNow();
    }
  }
}
