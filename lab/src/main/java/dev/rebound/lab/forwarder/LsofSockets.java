package dev.rebound.lab.forwarder;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** That of a system without {@code /proc}, such as macOS, as {@code lsof} tells it. */
final class LsofSockets implements SocketTable {
  private static final List<String> COMMAND =
      List.of("lsof", "-nP", "-iTCP", "-sTCP:ESTABLISHED", "-Fpn");
  private static final long LIMIT_SECONDS = 5;

  @Override
  public Map<Ports, Long> pids(Set<Ports> connections) throws IOException {
    Process lsof =
        new ProcessBuilder(COMMAND).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS)
        .execute(lsof::destroyForcibly);
    try (BufferedReader reader = lsof.inputReader()) {
      return parse(reader.lines().toList(), connections);
    }
  }

  /**
   * Lines such as {@code p4711}, then {@code n127.0.0.1:50000->127.0.0.1:20001} for each socket.
   */
  static Map<Ports, Long> parse(List<String> lines, Set<Ports> connections) {
    Map<Ports, Long> pids = new HashMap<>();
    long pid = 0;
    for (String line : lines) {
      int arrow = line.indexOf("->");
      if (line.startsWith("p")) {
        pid = Long.parseLong(line.substring(1));
      } else if (line.startsWith("n") && arrow > 0) {
        Ports ports = new Ports(port(line.substring(0, arrow)), port(line.substring(arrow)));
        if (connections.contains(ports)) {
          pids.put(ports, pid);
        }
      }
    }
    return pids;
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }
}
