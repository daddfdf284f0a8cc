package dev.rebound.service.activation.common;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thing that must be done before others can go on, tried again and again on a thread of its own
 * until it works: a service starts, and answers, while what it needs is away.
 */
public final class Background implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Background.class);

  /** Tries between two lines of the log. */
  private static final int QUIET = 30;

  private final String what;
  private final Runnable work;
  private final Duration pause;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final Thread thread;

  /**
   * @param what names it in the log
   * @param work throws any exception as long as it does not work
   * @param pause between two tries
   */
  public Background(String what, Runnable work, Duration pause) {
    this.what = what;
    this.work = work;
    this.pause = pause;
    this.thread = new Thread(this::tryOn, what.replace(' ', '-'));
    thread.setDaemon(true);
  }

  public void start() {
    thread.start();
  }

  public boolean isDone() {
    return done.isDone();
  }

  /** Complete once it has worked; never if it is closed before. */
  public CompletableFuture<Void> done() {
    return done;
  }

  /** Gives up. */
  @Override
  public void close() {
    thread.interrupt();
  }

  private void tryOn() {
    for (int tries = 0; !Thread.currentThread().isInterrupted(); tries++) {
      try {
        work.run();
        log.info("{}: ready", what);
        done.complete(null);
        return;
      } catch (RuntimeException e) {
        if (tries % QUIET == 0) {
          log.warn("{}: still waiting: {}", what, FirstCause.inWords(e));
        }
      }
      try {
        Thread.sleep(pause.toMillis());
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
