package dev.rebound.report.live;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Drops readers that take too long: the thread that writes to one is interrupted, which closes its
 * connection. Thread-safe.
 */
final class SlowReaders implements AutoCloseable {
  private final Duration limit;
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(LiveServer.daemons("rebound-live-patience"));

  /** Writes to a reader. */
  @FunctionalInterface
  interface Write {
    void run() throws IOException;
  }

  /**
   * @param limit how long one write may take
   */
  SlowReaders(Duration limit) {
    this.limit = limit;
  }

  /** Writes; throws {@link IOException} if the reader has not taken it within the limit. */
  void write(Write write) throws IOException {
    TimedWrite turn = new TimedWrite(Thread.currentThread());
    Future<?> end = watch.schedule(turn::expire, limit.toMillis(), TimeUnit.MILLISECONDS);
    try {
      write.run();
    } finally {
      turn.done();
      end.cancel(false);
    }
  }

  @Override
  public void close() {
    watch.shutdownNow();
  }

  /** One write: the interrupt reaches it, and nothing that its thread does later. */
  private static final class TimedWrite {
    private final Thread writer;
    private boolean done;

    TimedWrite(Thread writer) {
      this.writer = writer;
    }

    synchronized void expire() {
      if (!done) {
        writer.interrupt();
      }
    }

    synchronized void done() {
      done = true;
      var unused = Thread.interrupted();
    }
  }
}
