package dev.rebound.lab.telemetry;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How the lab tells one of its processes to stop, and that process's clock for telemetry: a thread
 * that looks at a control file every 100 ms and calls a tick every second.
 *
 * <p>The command {@code stop} on a line of the control file asks for an orderly end. The file need
 * not exist; what the lab puts there is a {@link #command}.
 */
public final class ProcessControl implements AutoCloseable {
  /** The command that asks for an orderly end. */
  public static final String STOP = "stop";

  private static final long POLL_MILLIS = 100;

  private final @Nullable Path file;
  private final Runnable tick;
  private final Thread thread;
  private volatile boolean stopRequested;
  private volatile boolean closed;
  private volatile @Nullable RuntimeException failure;

  /**
   * Starts watching.
   *
   * @param file null for a process that ends by itself
   * @param tick called about once a second on the watching thread; what it throws is thrown by
   *     {@link #check}
   */
  public ProcessControl(@Nullable Path file, Runnable tick) {
    this.file = file;
    this.tick = tick;
    this.thread = new Thread(this::watch, "control");
    thread.setDaemon(true);
    thread.start();
  }

  /** The text that the lab puts into a control file to give a command. */
  public static InputStream command(String command) {
    return new ByteArrayInputStream((command + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** True once the lab has asked for the end. */
  public boolean stopRequested() {
    return stopRequested;
  }

  /** Throws what the tick threw. */
  public void check() {
    RuntimeException thrown = failure;
    if (thrown != null) {
      throw thrown;
    }
  }

  private void watch() {
    long next = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (!closed) {
      long now = System.nanoTime();
      if (now - next >= 0) {
        next = Math.max(next + TimeUnit.SECONDS.toNanos(1), now);
        try {
          tick.run();
        } catch (RuntimeException e) {
          failure = e;
          return;
        }
      }
      look();
      LockSupport.parkNanos(
          this, Math.min(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS), next - System.nanoTime()));
    }
  }

  private void look() {
    if (file == null || stopRequested || !Files.exists(file)) {
      return;
    }
    try {
      stopRequested = Files.readAllLines(file).contains(STOP);
    } catch (IOException e) {
      // half written or just replaced: the next look reads it
    }
  }

  /** Ends the ticks; when it returns, none is running. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
