package dev.rebound.engine;

import dev.rebound.base.Owner;
import dev.rebound.platform.Adoption;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.ProcessSpec;
import dev.rebound.platform.Signal;
import dev.rebound.platform.local.LocalPlatform;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A node of a {@link HiddenPlatform}: a shell that the lab started, and its child, the process
 * proper, which was adopted.
 */
final class HiddenNode implements Node {
  static final String PROCESS = "-process";
  static final String PID = "process.pid";
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int KILLED_STATUS = 137;

  private final HiddenPlatform platform;
  private final ProcessSpec spec;
  private final Node shell;
  private final Node process;
  private volatile Incarnation told;
  private volatile Signal asked;

  HiddenNode(HiddenPlatform platform, LocalPlatform local, ProcessSpec spec, ProcessSpec inShell) {
    this.platform = platform;
    this.spec = spec;
    platform.known(this);
    this.shell = local.start(inShell);
    await("a pid", () -> pid().isPresent());
    this.process =
        local.adopt(
            new Adoption(spec.node() + PROCESS, spec.role(), spec.owner(), shell, LOG, this::pid));
  }

  private OptionalLong pid() {
    try {
      Path file = shell.fetch(PID).orElse(null);
      return file == null
          ? OptionalLong.empty()
          : OptionalLong.of(Long.parseLong(Files.readString(file).trim()));
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }

  /** What started it, and has its files. */
  Node shell() {
    return shell;
  }

  /** The life that listeners have heard of last. */
  Incarnation told() {
    return told;
  }

  void tell(Incarnation incarnation) {
    told = incarnation;
  }

  /** True if the lab asked for a death with this status. */
  boolean expects(int status) {
    return asked == Signal.TERMINATE || (asked == Signal.KILL && status == KILLED_STATUS);
  }

  @Override
  public String name() {
    return spec.node();
  }

  @Override
  public String role() {
    return spec.role();
  }

  @Override
  public Owner owner() {
    return spec.owner();
  }

  @Override
  public Incarnation current() {
    return process.current();
  }

  @Override
  public boolean alive() {
    return process.alive();
  }

  @Override
  public Confirmation signal(Signal signal) {
    if (asked != Signal.TERMINATE) {
      asked = signal;
    }
    return process.signal(signal);
  }

  @Override
  public Incarnation restart(boolean wipe, boolean newIdentity) {
    if (alive()) {
      throw new IllegalStateException(name() + " is alive and cannot be restarted");
    }
    awaitShell();
    Incarnation next = shell.restart(wipe, newIdentity);
    asked = null;
    process.awaitReady(LIMIT);
    if (process.current().number() != next.number()) {
      throw new IllegalStateException(name() + " lives as " + process.current() + ", not " + next);
    }
    return process.current();
  }

  private void awaitShell() {
    await("the end of its shell", () -> !shell.alive());
  }

  private interface Condition {
    boolean holds();
  }

  private void await(String what, Condition condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(name() + ": waited for " + what);
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(name() + ": interrupted while waiting for " + what, e);
      }
    }
  }

  @Override
  public void awaitReady(Duration limit) {
    shell.awaitReady(limit);
  }

  @Override
  public void stop(Duration grace) {
    asked = Signal.TERMINATE;
    process.stop(grace);
    awaitShell();
  }

  @Override
  public Endpoint endpoint(String port) {
    return platform.reserve(name(), port);
  }

  @Override
  public NodeTail follow(String file) {
    return shell.follow(file);
  }

  @Override
  public Optional<Path> fetch(String file) {
    return shell.fetch(file).map(hidden -> platform.copyOut(name(), hidden));
  }

  @Override
  public void put(String file, InputStream content) {
    shell.put(file, content);
  }

  @Override
  public List<String> list(String folder) {
    return shell.list(folder);
  }
}
