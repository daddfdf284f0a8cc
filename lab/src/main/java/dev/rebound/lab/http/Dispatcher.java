package dev.rebound.lab.http;

import dev.rebound.lab.load.SendDelays;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The client with its bound on requests in flight and their time.
 *
 * <p>The time of each request is kept here and not by the client: the client's own timeout ends
 * with the headers of an answer (before JDK 26), so that a body that never ends would wait for
 * ever. All requests have the same time from when they were due, so they are over in the order in
 * which they were sent.
 */
final class Dispatcher implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final HttpClient client;
  private final int inFlightMax;
  private final Semaphore room;
  private final Queue<TimedRequest> waiting = new ConcurrentLinkedQueue<>();
  private final SendDelays delays = new SendDelays();
  private final Thread timeouts = new Thread(this::watch, "timeouts");
  private volatile boolean closed;

  private record TimedRequest(RequestExchange exchange, long deadlineNanos) {}

  Dispatcher(HttpClient client, int inFlightMax) {
    this.client = client;
    this.inFlightMax = inFlightMax;
    this.room = new Semaphore(inFlightMax);
    timeouts.setDaemon(true);
    timeouts.start();
  }

  /** Takes room for one request, see {@link #released}; false if there is none for a while. */
  boolean take() throws InterruptedException {
    if (room.tryAcquire()) {
      return true;
    }
    long before = System.nanoTime();
    boolean taken = room.tryAcquire(SendingLoop.LOOK_NANOS, TimeUnit.NANOSECONDS);
    delays.blocked(System.nanoTime() - before);
    return taken;
  }

  /** The delays of requests that go to it. */
  SendDelays delays() {
    return delays;
  }

  /** Gives back the room of a request that is over. */
  void released() {
    room.release();
  }

  int inFlight() {
    return inFlightMax - room.availablePermits();
  }

  /**
   * Gives a request, for which room was taken, to the client. Sending thread only.
   *
   * @param timeoutNanos until it is over, from now; over no sooner than that of the one before
   */
  void send(HttpRequest request, RequestExchange exchange, long timeoutNanos) {
    long deadlineNanos = System.nanoTime() + timeoutNanos;
    exchange.follow(client.sendAsync(request, exchange::answering));
    if (!exchange.over()) {
      waiting.add(new TimedRequest(exchange, deadlineNanos));
    }
  }

  private void watch() {
    while (!closed) {
      TimedRequest oldest = waiting.peek();
      long left = oldest == null ? LOOK_NANOS : oldest.deadlineNanos - System.nanoTime();
      if (oldest != null && (left <= 0 || oldest.exchange.over())) {
        waiting.remove();
        // without effect on one that is over
        oldest.exchange.timeOut();
      } else {
        LockSupport.parkNanos(this, Math.min(left, LOOK_NANOS));
      }
    }
  }

  /** Waits until every request is over; false if that took too long. */
  boolean awaitAll(Duration limit) throws InterruptedException {
    boolean all = room.tryAcquire(inFlightMax, limit.toNanos(), TimeUnit.NANOSECONDS);
    if (all) {
      room.release(inFlightMax);
    }
    return all;
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(timeouts);
  }
}
