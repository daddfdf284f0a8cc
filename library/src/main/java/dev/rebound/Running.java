package dev.rebound;

import dev.rebound.lab.runner.Execution;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Runs under way. They have a thread of their own, which an interruption of the caller's does not
 * reach: files are written and processes are ended in order whatever happens to the caller.
 */
public final class Running implements AutoCloseable {
  private final Execution execution;
  private final FutureTask<Outcome> runs;

  Running(Execution execution, AllRuns all) {
    this.execution = execution;
    this.runs = new FutureTask<>(all::carryOut);
    Thread thread = new Thread(runs, "rebound-runs");
    // A JVM that ends does not wait for it: the platform's shutdown hook ends the processes.
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Ends the run under way in order, as the first Ctrl-C does, and starts no other: the load stops,
   * the job drains for a short while, and what was measured is checked and written. A run that is
   * still starting first starts, or fails to. Returns at once; safe from any thread, listeners'
   * too.
   */
  public void stop() {
    execution.interrupt();
  }

  /** True once nothing runs any more. */
  public boolean ended() {
    return runs.isDone();
  }

  /**
   * Waits until all runs have ended. If the waiting thread is interrupted, it stops them, still
   * waits until they have ended in order, and returns with the thread's interrupt flag set.
   *
   * <p>Throws {@link dev.rebound.base.ReboundException} if there is a single run and it could not
   * be carried out, though nobody stopped it.
   */
  public Outcome await() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return runs.get();
        } catch (InterruptedException e) {
          interrupted = true;
          stop();
        } catch (ExecutionException e) {
          throw thrown(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException thrown(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException problem
        ? problem
        : new IllegalStateException(e.getCause());
  }

  /**
   * Stops what still runs and waits until it has ended in order, so that no process is left. Its
   * outcome is told by {@link #await}; a failure is not thrown from here.
   */
  @Override
  public void close() {
    if (ended()) {
      return;
    }
    stop();
    try {
      var unused = await();
    } catch (RuntimeException e) {
      // Told by await to those who ask.
    }
  }
}
