package dev.rebound.engine;

import dev.rebound.platform.Endpoint;
import dev.rebound.platform.Port;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Addresses of which no two are alike, for tests of plans: a node binds one, is known to others by
 * a second, and to the lab by a third. Starts nothing.
 */
final class Apart extends PlanOnly {
  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();

  /** What was reserved, by node and name of the port with a stroke between them, in order. */
  Map<String, Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public Endpoint reserve(String node, String port) {
    return reserve(node, Port.bound(port, "nothing is known of it"));
  }

  @Override
  public Endpoint reserve(String node, Port port) {
    return endpoints.computeIfAbsent(
        node + "/" + port.name(), key -> endpoint(port, 42_100 + endpoints.size()));
  }

  @Override
  public Endpoint reserve(String node, Port port, int number) {
    return endpoints.computeIfAbsent(node + "/" + port.name(), key -> endpoint(port, number));
  }

  private Endpoint endpoint(Port port, int known) {
    int number = 41_100 + endpoints.size();
    Address binds = new Address("binds", number);
    return new Endpoint(
        binds,
        port.separable() ? new Address("known", known) : binds,
        new Address("seen", number + 2_000));
  }
}
