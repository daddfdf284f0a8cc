package dev.rebound.lab.http;

import dev.rebound.lab.load.PacedLoop;
import dev.rebound.lab.load.SendDelays;
import dev.rebound.lab.load.SendSchedule;
import dev.rebound.lab.telemetry.ProcessControl;
import dev.rebound.lab.telemetry.WallClock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * An open model: request n is sent at start + n / rate, or as soon after as there is room for it,
 * whatever became of those before. Its time runs from when it was intended, room or not; one whose
 * time is up before there was room is not sent, and a later one is not sent in its place.
 */
final class OpenLoop implements SendingLoop {
  private static final WallClock CLOCK = WallClock.SYSTEM;

  /** Shortest sleep: at high rates requests go out in small bursts, each with its own time. */
  private static final long SLEEP_NANOS_MIN = 200_000;

  private final SendSchedule pace;
  private final PacedLoop loop;
  private final long timeoutMicros;
  private final Requests requests;
  private final Dispatcher dispatcher;

  /**
   * @param timeout of each request, and for how long what was due by the end may wait for room
   */
  OpenLoop(SendSchedule pace, Duration timeout, Requests requests, Dispatcher dispatcher) {
    this.pace = pace;
    this.timeoutMicros = TimeUnit.NANOSECONDS.toMicros(timeout.toNanos());
    this.loop = new PacedLoop(pace, timeoutMicros, SLEEP_NANOS_MIN);
    this.requests = requests;
    this.dispatcher = dispatcher;
  }

  @Override
  public void run(ProcessControl control) throws InterruptedException {
    long first = loop.run(control, (next, due, now) -> dealtWith(next) ? next + 1 : next);
    for (long next = first; next < pace.end(); next++) {
      requests.leaveOut(next, pace.intendedMicros(next, 0));
    }
  }

  /** Sends it, or leaves it out as its time is up; false if there was no room for it yet. */
  private boolean dealtWith(long n) throws InterruptedException {
    SendDelays delays = dispatcher.delays();
    long blocked = delays.blockedNanos();
    boolean taken = dispatcher.take();
    pace.blocked(TimeUnit.NANOSECONDS.toMicros(delays.blockedNanos() - blocked));
    long now = CLOCK.micros();
    long intended = pace.intendedMicros(n, now);
    long slip = pace.slipMicros(n, now);
    // Time by which the generator itself was late is none that the service had.
    long left = intended + slip + timeoutMicros - now;
    if (left <= 0) {
      if (taken) {
        dispatcher.released();
      }
      requests.leaveOut(n, intended);
      return true;
    }
    if (taken) {
      delays.slip(slip);
      requests.send(n, intended, left, () -> {});
    }
    return taken;
  }

  @Override
  public long due(long nowMicros) {
    return pace.due(nowMicros);
  }
}
