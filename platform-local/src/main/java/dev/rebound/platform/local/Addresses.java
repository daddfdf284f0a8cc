package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Platform.Address;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Addresses on the loopback interface, held by a bound socket until their node starts.
 *
 * <p>Ports are taken from below the range that the system hands to outgoing connections: while a
 * killed node is down, no client can be given its port, and none can end up connected to itself.
 * The holding socket does not listen, so a connection is refused until the node is there.
 * Thread-safe.
 */
final class Addresses implements AutoCloseable {
  private static final int LOWEST_PORT = 20_000;
  private static final int ATTEMPTS = 2_000;

  private record AddressKey(String node, String port) {}

  private record HeldAddress(Address address, @Nullable Socket holder) {}

  private final Map<AddressKey, HeldAddress> addresses = new LinkedHashMap<>();
  private final InetAddress loopback = InetAddress.getLoopbackAddress();
  private final int highestPort = highestPort();

  synchronized Address reserve(String node, String port) {
    HeldAddress held = addresses.get(new AddressKey(node, port));
    if (held == null) {
      held = holdAny(node, port);
      addresses.put(new AddressKey(node, port), held);
    }
    return held.address();
  }

  /** Reserves a port that the user named. */
  synchronized Address reserve(String node, String port, int number) {
    HeldAddress held = addresses.get(new AddressKey(node, port));
    if (held != null && held.address().port() == number) {
      return held.address();
    }
    Socket holder = hold(number, false);
    if (holder == null) {
      // What connections to it left waiting when the last run ended is in nobody's way.
      holder = hold(number, true);
    }
    if (holder == null) {
      throw busy(node, port, number);
    }
    if (held != null) {
      release(held);
    }
    addresses.put(new AddressKey(node, port), held(number, holder));
    return new Address(loopback.getHostAddress(), number);
  }

  /** Lets go of a node's ports so that it can bind them, after a look that it will be able to. */
  synchronized void hand(String node) {
    for (Map.Entry<AddressKey, HeldAddress> entry : addresses.entrySet()) {
      AddressKey key = entry.getKey();
      if (!key.node().equals(node)) {
        continue;
      }
      HeldAddress held = entry.getValue();
      release(held);
      entry.setValue(new HeldAddress(held.address(), null));
      int number = held.address().port();
      try (Socket attempt = new Socket()) {
        attempt.setReuseAddress(true);
        attempt.bind(new InetSocketAddress(loopback, number));
      } catch (IOException e) {
        throw busy(node, key.port(), number);
      }
    }
  }

  @Override
  public synchronized void close() {
    addresses.values().forEach(Addresses::release);
    addresses.clear();
  }

  private HeldAddress holdAny(String node, String port) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int number = ThreadLocalRandom.current().nextInt(LOWEST_PORT, highestPort);
      Socket holder = hold(number, false);
      if (holder != null) {
        return held(number, holder);
      }
    }
    throw ReboundException.environment(
        "No free port for '%s' of %s between %s and %s"
            .formatted(port, node, LOWEST_PORT, highestPort),
        "End what occupies the ports of this machine.");
  }

  private HeldAddress held(int number, Socket holder) {
    return new HeldAddress(new Address(loopback.getHostAddress(), number), holder);
  }

  private @Nullable Socket hold(int number, boolean reused) {
    Socket socket = new Socket();
    try {
      socket.setReuseAddress(reused);
      socket.bind(new InetSocketAddress(loopback, number));
      return socket;
    } catch (IOException busy) {
      closeQuietly(socket);
      return null;
    }
  }

  private static ReboundException busy(String node, String port, int number) {
    String holder = PortHolder.describe(number);
    return ReboundException.environment(
        "Port %s, wanted as '%s' of %s, is in use%s"
            .formatted(number, port, node, holder == null ? "" : " by " + holder),
        "End that process, or have another port; where kafka.port names it, remove that if the program"
            + " takes REBOUND_BOOTSTRAP.");
  }

  private static void release(HeldAddress held) {
    if (held.holder() != null) {
      closeQuietly(held.holder());
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // A socket that was only bound: nothing to lose.
    }
  }

  /** Exclusive: where the range for outgoing connections begins. */
  private static int highestPort() {
    int outgoing = 32_768;
    try {
      String range = Files.readString(Path.of("/proc/sys/net/ipv4/ip_local_port_range")).trim();
      outgoing = Integer.parseInt(range.split("\\s+", -1)[0]);
    } catch (IOException | NumberFormatException e) {
      // Not Linux: macOS hands out 49152 and above.
    }
    return outgoing >= LOWEST_PORT + 1_000 ? Math.min(outgoing, 32_768) : 32_768;
  }
}
