package dev.rebound.platform;

import dev.rebound.platform.Platform.Address;

/**
 * Where a node is found for one purpose. The addresses differ where nodes have a network of their
 * own, or where something stands between a node and those who connect to it.
 *
 * @param listens what the node itself binds
 * @param inside as other nodes see it; what it tells them, and what their configuration names
 * @param outside as the lab and its instruments see it; what they connect to
 */
public record Endpoint(Address listens, Address inside, Address outside) {
  /** One that a node binds where other nodes see it. */
  public Endpoint(Address inside, Address outside) {
    this(inside, inside, outside);
  }

  /** One that has the same address everywhere. */
  public static Endpoint of(Address address) {
    return new Endpoint(address, address);
  }

  /** True if nodes and the lab see the same address. */
  public boolean sameOutside() {
    return inside.equals(outside);
  }

  /** True if the node binds another address than other nodes see. */
  public boolean separated() {
    return !listens.equals(inside);
  }
}
