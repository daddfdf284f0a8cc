package dev.rebound.lab.runner;

import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Starts members again that have ended by themselves: workers as a {@link RestartPolicy} says, and
 * those at once of which a fault says so. Thread-safe.
 */
final class Supervisor implements AutoCloseable {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** Who lived for so long has got over what ended it before. */
  private static final Duration STEADY = Duration.ofSeconds(60);

  private static final int IN_A_ROW_MAX = 8;

  private final RestartPolicy policy;
  private final LongSupplier micros;
  private final Consumer<Node> restarted;
  private final BiConsumer<Node, RuntimeException> failed;
  private final Map<String, Integer> inARow = new HashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread thread = new Thread(work, "supervisor");
            thread.setDaemon(true);
            return thread;
          });
  private int waiting;
  private int restarts;
  private boolean closed;

  /**
   * @param micros the time, since the epoch
   * @param restarted hears of each that has a new life
   * @param failed hears of each that could not be started again, and why
   */
  Supervisor(
      RestartPolicy policy,
      LongSupplier micros,
      Consumer<Node> restarted,
      BiConsumer<Node, RuntimeException> failed) {
    this.policy = policy;
    this.micros = micros;
    this.restarted = restarted;
    this.failed = failed;
  }

  /**
   * A restart that is to come.
   *
   * @param number of all restarts of the run, from 1
   * @param after how long from the death
   */
  record PlannedRestart(int number, Duration after) {}

  /** Plans that of a worker whose life has ended by itself; empty if it stays down. */
  synchronized Optional<PlannedRestart> ended(Node node, Incarnation life) {
    return policy.always() ? plan(node, life, false) : Optional.empty();
  }

  /** The same of a member of which a fault says so, the first one at once. */
  synchronized Optional<PlannedRestart> endedUnderFault(Node node, Incarnation life) {
    return plan(node, life, true);
  }

  private Optional<PlannedRestart> plan(Node node, Incarnation life, boolean atOnce) {
    if (closed || node.restartsItself()) {
      return Optional.empty();
    }
    boolean steady = micros.getAsLong() - life.startMicros() >= STEADY.toNanos() / 1000;
    int before = steady ? 0 : inARow.getOrDefault(node.name(), 0);
    if (before >= IN_A_ROW_MAX) {
      return Optional.empty();
    }
    inARow.put(node.name(), before + 1);
    Duration after = pause(atOnce ? before - 1 : before);
    waiting++;
    restarts++;
    var unused = timer.schedule(() -> restart(node, life), after.toMillis(), TimeUnit.MILLISECONDS);
    return Optional.of(new PlannedRestart(restarts, after));
  }

  private static Duration pause(int doublings) {
    Duration after = doublings < 0 ? Duration.ZERO : FIRST.multipliedBy(1L << doublings);
    return after.compareTo(LONGEST) > 0 ? LONGEST : after;
  }

  /** Whether somebody is to be started again. */
  synchronized boolean busy() {
    return waiting > 0;
  }

  private synchronized void restart(Node node, Incarnation life) {
    waiting--;
    if (closed || node.alive() || node.current().number() != life.number()) {
      return; // a fault's healing was quicker, or the run is over
    }
    try {
      var unused = node.restart(false, false);
      restarted.accept(node);
    } catch (RuntimeException e) {
      boolean quicker = e instanceof IllegalStateException && node.alive();
      if (!quicker) { // a fault's healing was, all the same
        failed.accept(node, e);
      }
    }
  }

  /** Starts nobody any more. */
  @Override
  public synchronized void close() {
    closed = true;
    waiting = 0;
    timer.shutdownNow();
  }
}
