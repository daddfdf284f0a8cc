package dev.rebound.lab.runner;

import dev.rebound.base.Owner;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.Signal;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A member without a process: it is what its signals make of it, and remembers them. Thread-safe.
 */
public final class FakeNode implements Node {
  /** Hears what became of a node. */
  public interface Lives {
    void signalled(FakeNode node, Signal signal);

    void restarted(FakeNode node, boolean wipe, boolean newIdentity);
  }

  public static final long CONFIRMED_AFTER_MILLIS = 3;

  private final String name;
  private final String role;
  private final Time time;
  private final Lives lives;
  private final List<Signal> signals = new ArrayList<>();
  private final List<String> printed = new ArrayList<>();
  private Duration untilConfirmed = Duration.ZERO;
  private boolean deaf;
  private boolean stubborn;
  private boolean daemon;
  private @Nullable ReboundException notReady;
  private boolean alive = true;
  private boolean paused;
  private Incarnation current;

  public FakeNode(String name, String role, Time time, Lives lives) {
    this.name = name;
    this.role = role;
    this.time = time;
    this.lives = lives;
    this.current = new Incarnation(1, 1000 + Math.abs(name.hashCode() % 1000), time.micros());
  }

  /** From now on signals go nowhere, and confirmations say so. */
  public synchronized FakeNode deaf() {
    deaf = true;
    return this;
  }

  /** Ends, whatever it was told. */
  public synchronized void dies() {
    alive = false;
  }

  /** From now on it does not end when it is asked to, and must be killed. */
  public synchronized void stubborn() {
    stubborn = true;
  }

  /** From now on a daemon starts it again, and has done so by the time anyone looks. */
  public synchronized void restartedByItsDaemon() {
    daemon = true;
    alive = true;
    current = new Incarnation(current.number() + 1, current.pid() + 1, time.micros());
  }

  @Override
  public synchronized boolean restartsItself() {
    return daemon;
  }

  /** From now on nobody sees it get ready. */
  public synchronized void neverReady(ReboundException why) {
    notReady = why;
  }

  /** Has the caller of {@link #signal} wait so long for its confirmation, in the node's time. */
  public synchronized void confirmedAfter(Duration length) {
    untilConfirmed = length;
  }

  public synchronized List<Signal> signals() {
    return List.copyOf(signals);
  }

  public synchronized boolean paused() {
    return paused;
  }

  /** A death that nobody asked for. */
  public synchronized void die() {
    alive = false;
  }

  @Override
  public synchronized Incarnation current() {
    return current;
  }

  @Override
  public synchronized boolean alive() {
    return alive;
  }

  @Override
  public Confirmation signal(Signal signal) {
    Incarnation life;
    long signalled = time.micros();
    synchronized (this) {
      signals.add(signal);
      life = current;
      if (deaf) {
        return new Confirmation(life, signal, signalled, false, 5000, "still alive after 5 s");
      }
      switch (signal) {
        case KILL, TERMINATE -> {
          alive = alive && stubborn && signal == Signal.TERMINATE;
          paused = false;
        }
        case PAUSE -> paused = true;
        case RESUME -> paused = false;
      }
    }
    if (signal == Signal.PAUSE || signal == Signal.RESUME || !alive()) {
      lives.signalled(this, signal);
    }
    time.sleep(untilConfirmed);
    return new Confirmation(
        life, signal, signalled, true, CONFIRMED_AFTER_MILLIS, "as it was told");
  }

  @Override
  public Incarnation restart(boolean wipe, boolean newIdentity) {
    Incarnation next;
    synchronized (this) {
      if (alive) {
        throw new IllegalStateException(name + " is alive and cannot be restarted");
      }
      alive = true;
      next = new Incarnation(current.number() + 1, current.pid() + 1, time.micros());
      current = next;
    }
    lives.restarted(this, wipe, newIdentity);
    return next;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String role() {
    return role;
  }

  @Override
  public Owner owner() {
    return switch (role) {
      case "broker" -> Owner.SUPPORT;
      case "generator", "observer", "tool" -> Owner.INSTRUMENT;
      default -> Owner.SUBJECT;
    };
  }

  @Override
  public synchronized void awaitReady(Duration limit) {
    if (notReady != null) {
      throw notReady;
    }
  }

  @Override
  public void stop(Duration grace) {
    signal(Signal.TERMINATE);
    if (alive()) {
      time.sleep(grace);
      signal(Signal.KILL);
    }
  }

  @Override
  public Endpoint endpoint(String port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public NodeTail follow(String file) {
    return new NodeTail() {
      private int read;

      @Override
      public List<String> poll() {
        synchronized (FakeNode.this) {
          List<String> lines = List.copyOf(printed.subList(read, printed.size()));
          read = printed.size();
          return lines;
        }
      }
    };
  }

  /** A line of its log. */
  public synchronized void print(String line) {
    printed.add(line);
  }

  @Override
  public Optional<Path> fetch(String file) {
    return Optional.empty();
  }

  @Override
  public void put(String file, InputStream content) {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<String> list(String folder) {
    return List.of();
  }
}
