package dev.rebound.lab.platform;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One running or ended child process, and the signals sent to it. Thread-safe; several lives can be
 * signalled at once.
 */
final class Life {
  private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(5);
  private static final Duration TERMINATE_LIMIT = Duration.ofSeconds(30);
  private static final int KILLED_STATUS = 128 + 9;

  private final Incarnation incarnation;
  private final Process process;
  private final @Nullable Identity identity;
  private final long logOffset;
  private final ProcessTable table;
  private final Clock clock;
  private volatile @Nullable Signal asked;
  private final CompletableFuture<Void> told = new CompletableFuture<>();

  Life(Incarnation incarnation, Process process, long logOffset, ProcessTable table, Clock clock) {
    this.incarnation = incarnation;
    this.process = process;
    this.identity = Identity.of(process.toHandle());
    this.logOffset = logOffset;
    this.table = table;
    this.clock = clock;
  }

  Incarnation incarnation() {
    return incarnation;
  }

  Process process() {
    return process;
  }

  long logOffset() {
    return logOffset;
  }

  /** Completes when the listener has heard of the death. */
  CompletableFuture<Void> told() {
    return told;
  }

  boolean alive() {
    return process.isAlive();
  }

  /**
   * True if the lab asked for the death: a process that was to be killed but had ended by itself a
   * moment before did not die of the kill.
   */
  boolean deathExpected(int exitStatus) {
    Signal signal = asked;
    return signal == Signal.TERMINATE || (signal == Signal.KILL && exitStatus == KILLED_STATUS);
  }

  Confirmation signal(Signal signal) {
    boolean lived = process.isAlive() && table.state(process.pid()) != 'Z' && identity != null;
    if (!lived) {
      String how = process.isAlive() ? "" : " with status " + process.exitValue();
      return confirmation(signal, micros(clock), false, 0, "it was dead already" + how);
    }
    return switch (signal) {
      case KILL, TERMINATE -> end(signal);
      case PAUSE, RESUME -> stopOrContinue(signal);
    };
  }

  /** SIGKILL without waiting. */
  void destroy() {
    ask(Signal.KILL);
    process.destroyForcibly();
  }

  /** Once it was asked to end, any status is expected, also if it is killed for being slow. */
  private void ask(Signal signal) {
    if (asked != Signal.TERMINATE) {
      asked = signal;
    }
  }

  /** SIGTERM, then SIGKILL after {@code grace}; returns once it is gone. */
  void stop(Duration grace) {
    if (!process.isAlive()) {
      return;
    }
    if (!grace.isZero()) {
      ask(Signal.TERMINATE);
      process.destroy();
      if (table.state(process.pid()) == 'T') {
        kill("CONT");
      }
      if (gone(grace)) {
        return;
      }
    }
    destroy();
    gone(CONFIRM_LIMIT);
  }

  private Confirmation end(Signal signal) {
    ask(signal);
    Duration limit = signal == Signal.KILL ? CONFIRM_LIMIT : TERMINATE_LIMIT;
    long sentMicros = micros(clock);
    long sentNanos = System.nanoTime();
    // Straight to kill(2), and only if the start time is still the same: no process in between.
    if (signal == Signal.KILL) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    boolean gone = gone(limit);
    long afterMillis = millisSince(sentNanos);
    if (!gone) {
      String detail = "still alive %d s after the signal".formatted(limit.toSeconds());
      return confirmation(signal, sentMicros, false, afterMillis, detail);
    }
    int status = process.exitValue();
    boolean confirmed = signal != Signal.KILL || status == KILLED_STATUS;
    String detail =
        confirmed
            ? "gone after %d ms with status %d".formatted(afterMillis, status)
            : "ended with status %d instead of %d: not by this kill"
                .formatted(status, KILLED_STATUS);
    return confirmation(signal, sentMicros, confirmed, afterMillis, detail);
  }

  private Confirmation stopOrContinue(Signal signal) {
    boolean wantStopped = signal == Signal.PAUSE;
    long sentMicros = micros(clock);
    long sentNanos = System.nanoTime();
    String failure = kill(wantStopped ? "STOP" : "CONT");
    if (failure != null) {
      return confirmation(signal, sentMicros, false, millisSince(sentNanos), failure);
    }
    char state = table.state(process.pid());
    while ((state == 'T') != wantStopped
        && process.isAlive()
        && millisSince(sentNanos) < CONFIRM_LIMIT.toMillis()) {
      sleep(2);
      state = table.state(process.pid());
    }
    boolean confirmed =
        process.isAlive() && state != '?' && state != 'Z' && (state == 'T') == wantStopped;
    String detail = "state %s %d ms after the signal".formatted(state, millisSince(sentNanos));
    return confirmation(signal, sentMicros, confirmed, millisSince(sentNanos), detail);
  }

  /** Null if the signal was sent. The JDK sends only SIGKILL and SIGTERM by itself. */
  private @Nullable String kill(String name) {
    Process kill = null;
    try {
      kill =
          new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(CONFIRM_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return "kill -" + name + " did not return within 5 s";
      }
      return kill.exitValue() == 0
          ? null
          : "kill -%s returned status %d".formatted(name, kill.exitValue());
    } catch (IOException e) {
      return "kill -" + name + " could not be run: " + e.getMessage();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted while sending " + name;
    } finally {
      if (kill != null) {
        kill.destroyForcibly();
      }
    }
  }

  private boolean gone(Duration limit) {
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return !process.isAlive();
    }
  }

  private Confirmation confirmation(
      Signal signal, long sentMicros, boolean confirmed, long afterMillis, String detail) {
    return new Confirmation(incarnation, signal, sentMicros, confirmed, afterMillis, detail);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  static long micros(Clock clock) {
    Instant now = clock.instant();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }
}
