package dev.rebound.platform.local;

import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Program;
import dev.rebound.platform.Signal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One running or ended process, and the signals sent to it. Thread-safe; several lives can be
 * signalled at once.
 */
final class ProcessLifetime {
  private static final Duration POLL = Duration.ofMillis(2);
  private static final Duration CONFIRM_LIMIT = Duration.ofSeconds(5);

  /** The kernel takes memory back first, and on a machine that stands still nothing happens. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(30);

  private static final Duration TERMINATE_LIMIT = Duration.ofSeconds(30);

  /**
   * How long after its pause a process may still be ended by a daemon that took it for dead. Who
   * ends later ended by itself.
   */
  private static final Duration MISSED_LIMIT = Duration.ofSeconds(60);

  private static final int KILLED_STATUS = 128 + 9;
  private static final int LAST_LINES = 20;

  private final Incarnation incarnation;
  private final LivingProcess body;
  private final @Nullable LongPredicate shares;
  private final String stopSignal;
  private final Path log;
  private final long logOffset;
  private final ProcessTable table;
  private final Clock clock;
  private volatile @Nullable Signal asked;
  private volatile List<OtherLife> upon = List.of();
  private volatile boolean paused;
  private volatile long resumedNanos;
  private final CompletableFuture<Void> told = new CompletableFuture<>();

  /**
   * @param shares which of the processes that it has started, and that live when a signal is sent,
   *     are reached by it as well, as where it is a launcher; null if none is
   * @param stopSignal asks it to end in order, see {@link Program#stopSignal}
   * @param logOffset where its part of the log begins
   */
  ProcessLifetime(
      Incarnation incarnation,
      LivingProcess body,
      @Nullable LongPredicate shares,
      String stopSignal,
      Path log,
      long logOffset,
      ProcessTable table,
      Clock clock) {
    this.incarnation = incarnation;
    this.body = body;
    this.shares = shares;
    this.stopSignal = stopSignal;
    this.log = log;
    this.logOffset = logOffset;
    this.table = table;
    this.clock = clock;
  }

  /** The life of another node as it was when this one began. */
  private record OtherLife(Node node, Incarnation life) {
    /** Whether it has ended, or was asked to, and may take its time. */
    boolean over() {
      return !node.alive()
          || !node.current().equals(life)
          || (node instanceof LocalNode child && child.life().asked != null);
    }
  }

  /** It does not outlive the lives that these nodes have now. */
  void upon(List<Node> nodes) {
    upon = nodes.stream().map(node -> new OtherLife(node, node.current())).toList();
  }

  Incarnation incarnation() {
    return incarnation;
  }

  long pid() {
    return body.pid();
  }

  /** Completes after its end. */
  CompletableFuture<Void> ended() {
    return body.ended();
  }

  /** The status that it ended with; empty while it lives, and where its parent alone is told. */
  OptionalInt status() {
    return body.status();
  }

  long logOffset() {
    return logOffset;
  }

  /** The end of what it wrote into its log, which it may have begun anew. */
  List<String> lastLines() {
    return LogTail.lastLines(log, LogTail.length(log) < logOffset ? 0 : logOffset, LAST_LINES);
  }

  /** Completes when the listener has heard of the death. */
  CompletableFuture<Void> told() {
    return told;
  }

  boolean alive() {
    return body.alive();
  }

  /** Looks whether it lives; of an adopted one, those who wait for its end hear of it. */
  boolean look() {
    return body.look();
  }

  /**
   * Whether a daemon may end a process now for a pause of it.
   *
   * @param resumedNanos when it was let go on last; 0 if it never was paused
   */
  static boolean missedForPause(boolean paused, long resumedNanos, long nowNanos) {
    return paused || (resumedNanos != 0 && nowNanos - resumedNanos < MISSED_LIMIT.toNanos());
  }

  /**
   * True if the lab asked for the death, or it follows from what the lab did: from the death of
   * another one, or from a pause for which its daemon took it for dead. A process that was to be
   * killed but had ended by itself a moment before did not die of the kill.
   */
  boolean deathExpected() {
    Signal signal = asked;
    return signal == Signal.TERMINATE
        || (signal == Signal.KILL && endedByKill())
        || (!body.isChild() && missedForPause(paused, resumedNanos, System.nanoTime()))
        || upon.stream().anyMatch(OtherLife::over);
  }

  /**
   * Whether one that has ended was killed. Where its parent alone knows the status, that it ended
   * has to do.
   */
  private boolean endedByKill() {
    OptionalInt status = body.status();
    return !body.isChild() || (status.isPresent() && status.getAsInt() == KILLED_STATUS);
  }

  Confirmation signal(Signal signal) {
    boolean lived = body.alive() && table.state(body.pid()) != 'Z' && body.identity() != null;
    if (!lived) {
      return confirmation(signal, micros(clock), false, 0, "it was dead already" + withStatus());
    }
    if (signal == Signal.PAUSE && paused && table.state(body.pid()) == 'T') {
      return confirmation(signal, micros(clock), false, 0, "it stood still already");
    }
    return switch (signal) {
      case KILL, TERMINATE -> end(signal);
      case PAUSE, RESUME -> stopOrContinue(signal);
    };
  }

  /** Whoever was asked to end was asked by a signal of its own. */
  private String of(Signal signal) {
    return signal == Signal.TERMINATE ? " of SIG" + stopSignal : "";
  }

  /** In words; empty if it is not known. */
  private String withStatus() {
    OptionalInt status = body.status();
    return status.isPresent() ? " with status " + status.getAsInt() : "";
  }

  /** SIGKILL without waiting. */
  void destroy() {
    ask(Signal.KILL);
    body.kill();
  }

  /** Once it was asked to end, any status is expected, also if it is killed for being slow. */
  private void ask(Signal signal) {
    if (asked != Signal.TERMINATE) {
      asked = signal;
    }
  }

  /**
   * Asks it to end, and those that it leaves, then SIGKILL after {@code grace}; returns once it is
   * gone.
   */
  void stop(Duration grace) {
    if (!body.alive()) {
      return;
    }
    List<ProcessHandle> started = started();
    long sentNanos = System.nanoTime();
    if (!grace.isZero()) {
      ask(Signal.TERMINATE);
      askToEnd();
      if (table.state(body.pid()) == 'T') {
        kill("CONT", reached());
      }
      if (body.awaitEnd(grace)) {
        var unused = endWhatIsLeft(started, grace.toMillis() - millisSince(sentNanos));
        return;
      }
    }
    destroy();
    var unused = body.awaitEnd(KILL_LIMIT);
    started.forEach(ProcessHandle::destroyForcibly);
  }

  /**
   * Asks those to end that are left of what it has started: it may have told them, or ended without
   * a word, as a shell does. False if they had to be killed, or live on.
   */
  private boolean endWhatIsLeft(List<ProcessHandle> started, long millis) {
    started.forEach(ProcessHandle::destroy);
    boolean gone = gone(started, millis);
    started.forEach(ProcessHandle::destroyForcibly);
    return gone;
  }

  /** False if the signal did not reach it. */
  private boolean askToEnd() {
    return stopSignal.equals(Program.TERM)
        ? body.terminate()
        : kill(stopSignal, List.of(body.pid())) == null;
  }

  private Confirmation end(Signal signal) {
    ask(signal);
    Duration limit = signal == Signal.KILL ? KILL_LIMIT : TERMINATE_LIMIT;
    List<ProcessHandle> started = started();
    long sentMicros = micros(clock);
    long sentNanos = System.nanoTime();
    // Straight to kill(2), and only if the start time is still the same: no process in between.
    boolean sent = signal == Signal.KILL ? body.kill() : askToEnd();
    if (signal == Signal.KILL) {
      started.forEach(ProcessHandle::destroyForcibly);
    }
    if (!sent) {
      asked = null;
    }
    boolean gone = body.awaitEnd(limit);
    long afterMillis = millisSince(sentNanos);
    if (!gone) {
      String detail = "still alive %s s after the signal".formatted(limit.toSeconds());
      return confirmation(signal, sentMicros, false, afterMillis, detail);
    }
    if (!sent) {
      String detail = "it ended before the signal could reach it";
      return confirmation(signal, sentMicros, false, afterMillis, detail);
    }
    boolean allGone =
        signal == Signal.KILL
            ? gone(started, CONFIRM_LIMIT.toMillis())
            : endWhatIsLeft(started, limit.toMillis() - afterMillis);
    afterMillis = millisSince(sentNanos);
    if (!allGone) {
      String detail = "a process that it started did not end by itself";
      return confirmation(signal, sentMicros, false, afterMillis, detail);
    }
    boolean confirmed = signal != Signal.KILL || endedByKill();
    String detail =
        confirmed
            ? "gone after %s ms%s%s".formatted(afterMillis, of(signal), withStatus())
            : "ended%s instead of %s: not by this kill".formatted(withStatus(), KILLED_STATUS);
    return confirmation(signal, sentMicros, confirmed, afterMillis, detail);
  }

  /** The processes that it has started in turn and that live, if they are to share its fate. */
  private List<ProcessHandle> started() {
    LongPredicate reached = shares;
    if (reached == null) {
      return List.of();
    }
    return ProcessHandle.of(body.pid()).stream()
        .flatMap(ProcessHandle::descendants)
        .filter(process -> reached.test(process.pid()))
        .toList();
  }

  /** It and, if they are to share its fate, those that it has started. */
  private List<Long> reached() {
    return Stream.concat(Stream.of(body.pid()), started().stream().map(ProcessHandle::pid))
        .toList();
  }

  private boolean gone(List<ProcessHandle> processes, long millis) {
    return Polling.until(
        () -> processes.stream().noneMatch(this::runs), Duration.ofMillis(millis), POLL);
  }

  /** One that is dead may wait for long, or for ever, until somebody collects orphans. */
  private boolean runs(ProcessHandle process) {
    boolean corpse = table.state(process.pid()) == 'Z' && table.threads(process.pid()) <= 1;
    return process.isAlive() && !corpse;
  }

  private Confirmation stopOrContinue(Signal signal) {
    boolean wantStopped = signal == Signal.PAUSE;
    if (paused && !wantStopped) {
      resumedNanos = System.nanoTime();
    }
    paused = wantStopped;
    long sentMicros = micros(clock);
    long sentNanos = System.nanoTime();
    List<Long> reached = reached();
    List<Long> signalled = reached;
    String failure = null;
    while (!signalled.isEmpty() && millisSince(sentNanos) < CONFIRM_LIMIT.toMillis()) {
      // One that has ended meanwhile makes the command fail: what counts is what is seen.
      failure = kill(wantStopped ? "STOP" : "CONT", signalled);
      awaitObeyed(signalled, wantStopped, sentNanos);
      // Processes that were started in the midst of it are reached, too; who stands still starts no
      // more.
      List<Long> known = reached;
      reached = wantStopped ? reached() : known;
      signalled = reached.stream().filter(pid -> !known.contains(pid)).toList();
    }
    char state = table.state(body.pid());
    long others = reached.stream().skip(1).filter(pid -> !obeys(pid, wantStopped)).count();
    boolean confirmed =
        body.alive()
            && state != '?'
            && state != 'Z'
            && obeys(body.pid(), wantStopped)
            && others == 0;
    String detail = "state %s %s ms after the signal".formatted(state, millisSince(sentNanos));
    if (others > 0) {
      detail += ", but not in %s that it started".formatted(others);
    }
    if (!confirmed && failure != null) {
      detail += "; " + failure;
    }
    return confirmation(signal, sentMicros, confirmed, millisSince(sentNanos), detail);
  }

  /** A process stops only once it is scheduled: each of them is looked at, not the first alone. */
  private void awaitObeyed(List<Long> signalled, boolean stopped, long sentNanos) {
    var unused =
        Polling.until(
            () -> !body.alive() || signalled.stream().allMatch(pid -> obeys(pid, stopped)),
            CONFIRM_LIMIT.minusMillis(millisSince(sentNanos)),
            POLL);
  }

  /** Whether a process does what it was told, or is gone. */
  private boolean obeys(long pid, boolean stopped) {
    char state = table.state(pid);
    return state == '?'
        || state == 'Z'
        || (state == 'T') == stopped
        || (stopped && state == 'D' && startsOneThatStopped(pid));
  }

  /**
   * Whether a process has a child that stopped. One that shares its parent's memory until it is a
   * program of its own (vfork) may be stopped before that: its parent then waits for it, runs
   * nothing, and is never told to be stopped.
   */
  private boolean startsOneThatStopped(long pid) {
    return ProcessHandle.of(pid).stream()
        .flatMap(ProcessHandle::children)
        .anyMatch(child -> table.state(child.pid()) == 'T');
  }

  /** Null if the signal was sent. The JDK sends only SIGKILL and SIGTERM by itself. */
  private @Nullable String kill(String name, List<Long> reached) {
    Process kill = null;
    try {
      List<String> command = new ArrayList<>(List.of("kill", "-" + name));
      reached.forEach(pid -> command.add(Long.toString(pid)));
      kill =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(CONFIRM_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        return "kill -" + name + " did not return within 5 s";
      }
      return kill.exitValue() == 0
          ? null
          : "kill -%s returned status %s".formatted(name, kill.exitValue());
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

  private Confirmation confirmation(
      Signal signal, long sentMicros, boolean confirmed, long afterMillis, String detail) {
    return new Confirmation(incarnation, signal, sentMicros, confirmed, afterMillis, detail);
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  static long micros(Clock clock) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
  }
}
