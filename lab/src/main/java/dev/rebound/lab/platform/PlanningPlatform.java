package dev.rebound.lab.platform;

import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.FileSharing;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.Platform.Address;
import dev.rebound.platform.Platform.ProcessListener;
import dev.rebound.platform.ProcessSpec;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Hands out addresses, so that a run can be planned: they are as those of a run, and nobody holds
 * them. Starts nothing.
 */
public final class PlanningPlatform implements Platform, FileSharing {
  private static final int FIRST_PORT = 20_000;
  private final ClassPaths classPaths;
  private final Map<String, Endpoint> endpoints = new HashMap<>();

  public PlanningPlatform(ClassPaths classPaths) {
    this.classPaths = classPaths;
  }

  @Override
  public Endpoint reserve(String node, String port) {
    return endpoints.computeIfAbsent(node + " " + port, key -> at(FIRST_PORT + endpoints.size()));
  }

  @Override
  public Endpoint reserve(String node, String port, int number) {
    endpoints.put(node + " " + port, at(number));
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
  public String lend(Path file) {
    return file.toString();
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
