package dev.rebound.lab.http;

import dev.rebound.lab.load.SendDelays;
import dev.rebound.lab.load.SendSchedule;
import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.telemetry.WallClock;
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
  private final SendSchedule pace;
  private final long thinkNanos;
  private final long timeoutMicros;
  private final Requests requests;
  private final Dispatcher dispatcher;
  private final DelayQueue<User> ready = new DelayQueue<>();

  /** One that waits for its time to send. */
  private record User(long readyNanos) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(readyNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return other instanceof User user ? Long.signum(readyNanos - user.readyNanos) : 0;
    }
  }

  /**
   * @param requestsMax of all users, {@link Long#MAX_VALUE} for no limit
   */
  ClosedLoop(
      HttpSettings settings,
      long startMicros,
      long requestsMax,
      Requests requests,
      Dispatcher dispatcher) {
    this.pace = new SendSchedule(startMicros, Double.POSITIVE_INFINITY, requestsMax);
    this.thinkNanos = settings.think().toNanos();
    this.timeoutMicros = TimeUnit.NANOSECONDS.toMicros(settings.timeout().toNanos());
    this.requests = requests;
    this.dispatcher = dispatcher;
    long first = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(startMicros - CLOCK.micros());
    for (int user = 0; user < settings.users(); user++) {
      ready.add(new User(first));
    }
  }

  @Override
  public void run(ProcessControl control) throws InterruptedException {
    long next = 0;
    while (next < pace.end() && !ending(control)) {
      User user = ready.poll(LOOK_NANOS, TimeUnit.NANOSECONDS);
      if (user == null) {
        continue;
      }
      if (!takeRoom(user, control)) {
        return;
      }
      long intended = pace.intendedMicros(next, CLOCK.micros());
      requests.send(
          next, intended, timeoutMicros, () -> ready.add(new User(System.nanoTime() + thinkNanos)));
      next++;
    }
  }

  private static boolean ending(ProcessControl control) {
    control.check();
    return control.stopRequested();
  }

  /** False if the end came before there was room. */
  private boolean takeRoom(User user, ProcessControl control) throws InterruptedException {
    SendDelays delays = dispatcher.delays();
    long blocked = delays.blockedNanos();
    while (!dispatcher.take()) {
      if (ending(control)) {
        return false;
      }
    }
    if (delays.blockedNanos() == blocked) {
      delays.slip(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - user.readyNanos));
    }
    return true;
  }

  /** The requests that were sent were due, and no others are. */
  @Override
  public long due(long nowMicros) {
    return requests.sent();
  }
}
