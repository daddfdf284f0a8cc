package dev.rebound.platform.local;

import dev.rebound.base.Owner;
import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import dev.rebound.platform.Signal;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A node with one life after the other, and the folder that they share. */
abstract class LivingNode implements Node {
  private final LocalPlatform platform;
  private final NodeFolder folder;
  private final String name;
  private final String role;
  private final Owner owner;
  private volatile ProcessLifetime life;

  LivingNode(
      LocalPlatform platform,
      NodeFolder folder,
      String name,
      String role,
      Owner owner,
      ProcessLifetime first) {
    this.platform = platform;
    this.folder = folder;
    this.name = name;
    this.role = role;
    this.owner = owner;
    this.life = first;
  }

  LocalPlatform platform() {
    return platform;
  }

  NodeFolder folder() {
    return folder;
  }

  ProcessLifetime life() {
    return life;
  }

  /** Goes on with another life. */
  void begin(ProcessLifetime next) {
    life = next;
    platform.watch(this, next);
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
    return owner;
  }

  @Override
  public Incarnation current() {
    return life.incarnation();
  }

  @Override
  public boolean alive() {
    return life.alive();
  }

  @Override
  public Confirmation signal(Signal signal) {
    return life.signal(signal);
  }

  void requireDead() {
    if (life.alive()) {
      throw new IllegalStateException(name() + " is alive and cannot be restarted");
    }
  }

  @Override
  public void stop(Duration grace) {
    life.stop(grace);
  }

  @Override
  public Endpoint endpoint(String port) {
    return platform.reserve(name(), port);
  }

  @Override
  public NodeTail follow(String file) {
    return new FileTail(folder.file(file));
  }

  @Override
  public Optional<Path> fetch(String file) {
    return Optional.of(folder.file(file)).filter(Files::isRegularFile);
  }

  @Override
  public void put(String file, InputStream content) {
    folder.put(file, content);
  }

  @Override
  public List<String> list(String inside) {
    return folder.list(inside);
  }
}
