package dev.rebound.lab.probe;

import dev.rebound.lab.platform.Confirmation;
import dev.rebound.lab.platform.Incarnation;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.ProcessSpec;
import dev.rebound.lab.platform.Signal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A node whose life a test decides. */
final class FakeNode implements Node {
  private final String name;
  private final String role;
  private Incarnation current;
  private boolean alive = true;

  FakeNode(String name, String role, long pid) {
    this.name = name;
    this.role = role;
    this.current = new Incarnation(1, pid, 0);
  }

  void die() {
    alive = false;
  }

  void comeBack(long pid) {
    alive = true;
    current = new Incarnation(current.number() + 1, pid, 0);
  }

  @Override
  public ProcessSpec spec() {
    return new ProcessSpec(
        name,
        role,
        List.of(),
        List.of(),
        "Main",
        List.of(),
        0,
        0,
        List.of(),
        Map.of(),
        Map.of(),
        new ProcessSpec.Readiness.Running(),
        null);
  }

  @Override
  public Incarnation current() {
    return current;
  }

  @Override
  public boolean alive() {
    return alive;
  }

  @Override
  public Confirmation signal(Signal signal) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Incarnation restart(boolean wipe, boolean newIdentity) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void awaitReady(Duration limit) {}

  @Override
  public void stop(Duration grace) {}

  @Override
  public Path directory() {
    return Path.of("");
  }

  @Override
  public Path log() {
    return Path.of("");
  }
}
