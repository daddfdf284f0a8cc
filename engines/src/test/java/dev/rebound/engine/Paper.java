package dev.rebound.engine;

import dev.rebound.platform.Endpoint;
import java.util.HashMap;
import java.util.Map;

/**
 * Addresses that are always the same, for tests of plans; starts nothing. The second of several
 * nodes has the port after the first one's.
 */
public final class Paper extends PlanOnly {
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
}
