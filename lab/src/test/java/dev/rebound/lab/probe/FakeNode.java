package dev.rebound.lab.probe;

import dev.rebound.analysis.journal.Owner;
import dev.rebound.lab.platform.Confirmation;
import dev.rebound.lab.platform.Endpoint;
import dev.rebound.lab.platform.Incarnation;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Signal;
import dev.rebound.lab.platform.Tail;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

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
  public String name() {
    return name;
  }

  @Override
  public String role() {
    return role;
  }

  @Override
  public Owner owner() {
    return Owner.ofRole(role);
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
  public Endpoint endpoint(String port) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Tail follow(String file) {
    return List::of;
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
