package dev.rebound.lab.forwarder;

import dev.rebound.base.ReboundException;
import dev.rebound.platform.Platform.Address;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A port at which the forwarder listens in a member's place.
 *
 * @param port at the loopback interface
 * @param to where the member listens
 * @param node its name
 * @param kafka true to follow requests and answers of Kafka, so that rules can be on requests; it
 *     costs a little on every connection
 */
public record Listen(int port, Address to, String node, boolean kafka) {
  private static final String KAFKA = "kafka";

  /** As settings have it. */
  String text() {
    return port + " " + to + " " + node + (kafka ? " " + KAFKA : "");
  }

  /** What {@link #text} wrote; throws {@link ReboundException} if it is nothing of the kind. */
  static Listen parse(String text) {
    List<String> words = List.of(text.split(" ", -1));
    int colon = words.size() < 3 ? -1 : words.get(1).lastIndexOf(':');
    boolean kafka = words.size() == 4 && words.get(3).equals(KAFKA);
    if (colon < 0 || words.size() != (kafka ? 4 : 3)) {
      throw wrong(text, null);
    }
    String to = words.get(1);
    try {
      Address address =
          new Address(to.substring(0, colon), Integer.parseInt(to.substring(colon + 1)));
      return new Listen(Integer.parseInt(words.get(0)), address, words.get(2), kafka);
    } catch (NumberFormatException e) {
      throw wrong(text, e);
    }
  }

  private static ReboundException wrong(String text, @Nullable Exception e) {
    return ReboundException.badInput(
        "forwarder: cannot listen by '" + text + "'", "Write PORT HOST:PORT NODE [kafka].", e);
  }

  InetSocketAddress target() {
    return new InetSocketAddress(to.host(), to.port());
  }
}
