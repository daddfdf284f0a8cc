package dev.rebound.lab.http;

import dev.rebound.lab.load.Pace;
import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.telemetry.WallClock;
import java.time.Duration;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/**
 * A closed model: each user sends its next request when the outcome of the last is known, whatever
 * it was, and after some time to think. Requests are numbered as they are sent, and intended for
 * when they are sent.
 */
final class ClosedLoop implements SendingLoop {
  private static final WallClock CLOCK = WallClock.SYSTEM;

  private final Pace pace;
  private final long endMicros;
  private final long requestsMax;
  private final long thinkNanos;
  private final long timeoutMicros;
  private final Requests requests;
  private final Dispatcher dispatcher;
  private final Delays delays;
  private final DelayQueue<User> ready = new DelayQueue<>();

  /** One that waits for its time to send. */
  private record User(long requestsLeft, long readyNanos) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(readyNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return other instanceof User user
          ? Long.signum(readyNanos - user.readyNanos)
          : Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }

  /**
   * @param users how many there are, and how each goes on
   * @param requestsMax of all of them, {@link Long#MAX_VALUE} for no limit
   * @param endMicros none is sent from then on
   * @param timeout of each request
   */
  ClosedLoop(
      HttpSettings.ClosedUsers users,
      long startMicros,
      long requestsMax,
      long endMicros,
      Duration timeout,
      Requests requests,
      Dispatcher dispatcher,
      Delays delays) {
    this.pace = new Pace(startMicros, Double.POSITIVE_INFINITY, requestsMax);
    this.endMicros = endMicros;
    this.requestsMax = Math.min(requestsMax, users.requests());
    this.thinkNanos = users.think().toNanos();
    this.timeoutMicros = TimeUnit.NANOSECONDS.toMicros(timeout.toNanos());
    this.requests = requests;
    this.dispatcher = dispatcher;
    this.delays = delays;
    long first = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(startMicros - CLOCK.micros());
    for (int user = 0; user < users.count(); user++) {
      long after = (long) ((double) users.ramp().toNanos() * user / users.count());
      ready.add(new User(users.requestsPerUser(), first + after));
    }
  }

  @Override
  public void run(ProcessControl control) throws InterruptedException {
    long next = 0;
    while (next < requestsMax && !ending(control)) {
      User user = ready.poll(LOOK_NANOS, TimeUnit.NANOSECONDS);
      if (user == null) {
        continue;
      }
      if (!takeRoom(user, control)) {
        return;
      }
      long intended = pace.intendedMicros(next, CLOCK.micros());
      requests.send(next, intended, timeoutMicros, () -> answered(user));
      next++;
    }
  }

  private boolean ending(ProcessControl control) {
    control.check();
    return control.stopRequested() || CLOCK.micros() >= endMicros;
  }

  /** False if the end came before there was room. */
  private boolean takeRoom(User user, ProcessControl control) throws InterruptedException {
    if (dispatcher.take(0)) {
      delays.slip(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - user.readyNanos));
      return true;
    }
    while (!ending(control)) {
      long before = System.nanoTime();
      boolean taken = dispatcher.take(LOOK_NANOS);
      delays.blocked(System.nanoTime() - before);
      if (taken) {
        return true;
      }
    }
    return false;
  }

  private void answered(User user) {
    if (user.requestsLeft > 1) {
      ready.add(new User(user.requestsLeft - 1, System.nanoTime() + thinkNanos));
    }
  }

  /** The requests that were sent were due, and no others are. */
  @Override
  public long due(long nowMicros) {
    return requests.sent();
  }
}
