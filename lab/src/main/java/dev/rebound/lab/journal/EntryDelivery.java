package dev.rebound.lab.journal;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.JournalListener;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Tells one listener of entries, in order, on a thread of its own: one that is slow holds up nobody
 * else, and one that throws is told nothing more. Thread-safe.
 */
final class EntryDelivery {
  private final JournalListener listener;
  private final Consumer<Throwable> dropped;

  /** Entries; empty for the end. */
  private final BlockingQueue<Optional<Entry>> due = new LinkedBlockingQueue<>();

  private final Thread thread;
  private long offered;
  private long heard;
  private boolean failed;

  /**
   * @param dropped told what the listener threw, once
   */
  EntryDelivery(JournalListener listener, Consumer<Throwable> dropped) {
    this.listener = listener;
    this.dropped = dropped;
    this.thread = new Thread(this::run, "journal-listener");
    thread.setDaemon(true);
    thread.start();
  }

  boolean isTo(JournalListener other) {
    return listener == other;
  }

  /** Returns at once; called in the order of the entries. */
  synchronized void offer(Entry entry) {
    offered++;
    due.add(Optional.of(entry));
  }

  /**
   * Waits until all that was offered by now is heard.
   *
   * @return false if that took too long, or if the listener threw
   */
  synchronized boolean settle(Duration limit) {
    long until = offered;
    long end = System.nanoTime() + limit.toNanos();
    while (heard < until && !failed) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      try {
        wait(left / 1_000_000, (int) (left % 1_000_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return !failed;
  }

  /** Tells the listener that no more will come, after all that will. */
  void end() {
    due.add(Optional.empty());
  }

  /** Waits for the end; false if it has not come by then. */
  boolean ended(Duration limit) {
    try {
      thread.join(Math.max(1, limit.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  private void run() {
    try {
      for (Optional<Entry> next = due.take(); next.isPresent(); next = due.take()) {
        listener.on(next.get());
        synchronized (this) {
          heard++;
          notifyAll();
        }
      }
      listener.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // First the warning: who waits for this listener finds it in the journal.
      try {
        dropped.accept(e);
      } finally {
        synchronized (this) {
          failed = true;
          notifyAll();
        }
      }
    }
  }
}
