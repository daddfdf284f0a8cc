package dev.rebound.engine;

import dev.rebound.platform.ClassPaths;
import dev.rebound.platform.Endpoint;
import dev.rebound.platform.FreeResources;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import dev.rebound.platform.ProcessSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Addresses that are always the same, for tests of plans; starts nothing. The second of several
 * nodes has the port after the first one's.
 */
public final class Paper implements Platform {
  private static final Map<String, Integer> PORTS =
      Map.of(
          "rest", 8081, "rpc", 6123, "blob", 6124, "http", 9870, "data", 9866, "ipc", 9967,
          "client", 2181, "sql", 5432, "slot", 6700);

  private final Map<String, Endpoint> named = new HashMap<>();

  @Override
  public Endpoint reserve(String node, String port) {
    if (named.containsKey(port)) {
      return named.get(port);
    }
    String number = node.substring(node.lastIndexOf('-') + 1);
    int after = number.matches("\\d+") ? Integer.parseInt(number) - 1 : 0;
    return at(PORTS.get(port.replaceFirst("-\\d+$", "")) + after);
  }

  private static Endpoint at(int port) {
    return Endpoint.of(new Address("127.0.0.1", port));
  }

  @Override
  public Endpoint reserve(String node, String port, int number) {
    named.put(port, at(number));
    return reserve(node, port);
  }

  @Override
  public Node start(ProcessSpec spec) {
    throw new AssertionError("a plan starts nothing");
  }

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public void listen(ProcessListener listener) {}

  @Override
  public FreeResources room() {
    throw new AssertionError("a plan needs no room");
  }

  @Override
  public ClassPaths classPaths() {
    throw new AssertionError("a plan has no jars");
  }

  @Override
  public void close() {}
}
