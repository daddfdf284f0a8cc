package dev.rebound.lab.platform;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Platform.Address;
import dev.rebound.platform.Platform.ProcessListener;
import dev.rebound.platform.ProcessSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Hands out addresses, so that a run can be planned: they are as those of a run, and nobody holds
 * them. Starts nothing.
 */
public final class PlanningPlatform implements Platform {
  private static final int FIRST_PORT = 20_000;
  private final ClassPaths classPaths;
  private final Map<String, Endpoint> endpoints = new HashMap<>();

  /** Ports that a file names, with whose they are. */
  private final Map<Integer, String> named = new HashMap<>();

  public PlanningPlatform(ClassPaths classPaths) {
    this.classPaths = classPaths;
  }

  @Override
  public Endpoint reserve(String node, String port) {
    return endpoints.computeIfAbsent(node + " " + port, key -> at(FIRST_PORT + endpoints.size()));
  }

  @Override
  public Endpoint reserve(String node, String port, int number) {
    String key = node + " " + port;
    String other = named.putIfAbsent(number, key);
    if (other != null && !other.equals(key)) {
      throw ReboundException.badInput(
          "port %s is named twice: as that of %s and of %s".formatted(number, other, key),
          "Give each a port of its own.");
    }
    endpoints.put(key, at(number));
    return at(number);
  }

  private static Endpoint at(int port) {
    return Endpoint.of(new Address("127.0.0.1", port));
  }

  @Override
  public ClassPaths classPaths() {
    return classPaths;
  }

  @Override
  public Node start(ProcessSpec spec) {
    throw new UnsupportedOperationException(spec.node() + " is only planned");
  }

  @Override
  public FreeResources room() {
    throw new UnsupportedOperationException("nothing runs here");
  }

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public void listen(ProcessListener listener) {}

  @Override
  public void close() {}
}
