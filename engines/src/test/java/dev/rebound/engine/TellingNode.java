package dev.rebound.engine;

import dev.rebound.base.Owner;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Signal;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node without a process: it has a name, a life, and files that a test writes. */
public final class TellingNode implements Node {
  private final String name;
  private final String role;
  private final Map<String, List<String>> unread = new HashMap<>();

  public volatile boolean alive = true;
  public volatile Incarnation life = new Incarnation(1, 1, 1);

  public TellingNode(String name, String role) {
    this.name = name;
    this.role = role;
  }

  public synchronized void writes(String file, String line) {
    unread.computeIfAbsent(file, key -> new ArrayList<>()).add(line);
  }

  private synchronized List<String> read(String file) {
    List<String> lines = unread.remove(file);
    return lines == null ? List.of() : lines;
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
    return Owner.SUBJECT;
  }

  @Override
  public Incarnation current() {
    return life;
  }

  @Override
  public boolean alive() {
    return alive;
  }

  @Override
  public NodeTail follow(String file) {
    return () -> read(file);
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
    return Endpoint.of(new Platform.Address("127.0.0.1", 1));
  }

  @Override
  public Optional<Path> fetch(String file) {
    return Optional.empty();
  }

  @Override
  public void put(String file, InputStream content) {}

  @Override
  public List<String> list(String folder) {
    return List.of();
  }
}
