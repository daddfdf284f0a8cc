package dev.rebound.lab.forwarder;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** The system's table of TCP sockets and of the processes that have them open. */
interface SocketTable {
  /**
   * The ports of a connection.
   *
   * @param from of who connected
   * @param to at which it was accepted
   */
  record Ports(int from, int to) {}

  /** The processes that have connected so, as far as they can be found. For use by one thread. */
  Map<Ports, Long> pids(Set<Ports> connections) throws IOException;

  /** The table of this system. */
  static SocketTable ofThisSystem() {
    return ProcSockets.exist() ? new ProcSockets() : new LsofSockets();
  }
}
