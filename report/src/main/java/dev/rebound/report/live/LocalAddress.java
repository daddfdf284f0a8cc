package dev.rebound.report.live;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Addresses on this machine, and what stands in them. */
final class LocalAddress {
  private LocalAddress() {}

  /**
   * Whether a request was meant for this machine: a page elsewhere whose name was made to lead here
   * (DNS rebinding) still names itself.
   *
   * @param hosts every {@code Host} header of the request
   */
  static boolean isLocal(@Nullable List<String> hosts, int port) {
    return hosts != null
        && hosts.size() == 1
        && Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port).contains(hosts.get(0));
  }

  /** One name of a path. */
  static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * The values of a parameter, in order. Throws {@link IllegalArgumentException} if it is broken.
   */
  static List<String> values(@Nullable String query, String parameter) {
    return Stream.ofNullable(query)
        .flatMap(pairs -> Arrays.stream(pairs.split("&", -1)))
        .filter(pair -> pair.startsWith(parameter + "="))
        .map(pair -> pair.substring(parameter.length() + 1))
        .map(value -> URLDecoder.decode(value, StandardCharsets.UTF_8))
        .toList();
  }
}
