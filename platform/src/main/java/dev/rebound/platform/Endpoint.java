package dev.rebound.platform;

import dev.rebound.platform.Platform.Address;

/**
 * Where a node listens. The two addresses differ where nodes have a network of their own.
 *
 * @param inside as nodes see it; what is written into a configuration
 * @param outside as the lab sees it; what the lab itself connects to
 */
public record Endpoint(Address inside, Address outside) {
  /** One that has the same address everywhere. */
  public static Endpoint of(Address address) {
    return new Endpoint(address, address);
  }

  /** True if nodes and the lab see the same address. */
  public boolean sameOutside() {
    return inside.equals(outside);
  }
}
