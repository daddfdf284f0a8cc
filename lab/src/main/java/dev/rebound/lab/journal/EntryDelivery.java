package dev.rebound.lab.journal;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.JournalListener;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Tells one listener of entries, in order, on a thread of its own: one that is slow holds up nobody
 * else, and one that throws is told nothing more. Thread-safe.
 */
final class EntryDelivery {
  private final JournalListener listener;
  private final Consumer<Throwable> dropped;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread made = new Thread(work, "journal-listener");
            made.setDaemon(true);
            return made;
          });
  private volatile boolean failed;

  /**
   * @param dropped told what the listener threw, once
   */
  EntryDelivery(JournalListener listener, Consumer<Throwable> dropped) {
    this.listener = listener;
    this.dropped = dropped;
  }

  boolean isTo(JournalListener other) {
    return listener == other;
  }

  /** Returns at once; called in the order of the entries. */
  void offer(Entry entry) {
    tell(() -> listener.on(entry));
  }

  private void tell(Runnable what) {
    thread.execute(
        () -> {
          try {
            if (!failed) {
              what.run();
            }
          } catch (RuntimeException | Error e) {
            // First the warning: who waits for this listener finds it in the journal.
            try {
              dropped.accept(e);
            } finally {
              failed = true;
            }
          }
        });
  }

  /**
   * Waits until all that was offered by now is heard.
   *
   * @return false if that took too long, or if the listener threw
   */
  boolean settle(Duration limit) {
    try {
      thread.submit(() -> {}).get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return !failed;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // It is slow, and hears all of it later.
    }
    return false;
  }

  /** Tells the listener that no more will come, after all that will. */
  void end() {
    tell(listener::end);
    thread.shutdown();
  }

  /** Waits for the end; false if it has not come by then. */
  boolean ended(Duration limit) {
    try {
      return thread.awaitTermination(Math.max(1, limit.toMillis()), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
