package dev.rebound.lab.platform;

import java.nio.file.Path;
import java.util.List;

/**
 * Where processes run: child processes of this machine, or pods. Closing it ends every process that
 * it started.
 *
 * <p>Thread-safe.
 */
public interface Platform extends AutoCloseable {
  /**
   * Reserves an address (host and port) for each named port of each node, before any configuration
   * is written.
   *
   * @return the address of {@code port} on {@code node}; the same call gives the same answer for
   *     the platform's life
   */
  Address reserve(String node, String port);

  /**
   * Reserves a port that the user named; {@link #reserve(String, String)} then answers with it.
   * Throws {@link dev.rebound.lab.LabException} naming the process that has it.
   */
  default Address reserve(String node, String port, int number) {
    throw new UnsupportedOperationException("this platform cannot reserve port " + number);
  }

  /**
   * Starts a node's first incarnation and returns once the process runs (not once it is ready, see
   * {@link Node#awaitReady}). Throws {@link dev.rebound.lab.LabException} naming the log if it
   * cannot be started.
   */
  Node start(ProcessSpec spec);

  /**
   * One of Rebound's own job jars as a file that the lab can read, for engines that take jobs over
   * the network. Throws {@link dev.rebound.lab.LabException} if it has not been built.
   *
   * @param name as in {@code job:<name>} of a class path
   */
  default Path jobJar(String name) {
    throw new UnsupportedOperationException("this platform has no job jars: " + name);
  }

  /** All nodes started so far, in order. */
  List<Node> nodes();

  /**
   * Receives starts and exits as they happen, on a thread of the platform. Set before the first
   * start.
   */
  void listen(ProcessListener listener);

  /**
   * Ends every process, verifies that none is left, and releases every address. Never throws for a
   * process gone.
   */
  @Override
  void close();

  /** A reserved address. */
  record Address(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /** Hears of every start and death. */
  interface ProcessListener {
    void started(Node node, Incarnation incarnation);

    /**
     * @param expected true if the lab had asked for this death (a fault or a stop)
     * @param lastLines the last lines of the node's log
     */
    void exited(
        Node node,
        Incarnation incarnation,
        int exitStatus,
        boolean expected,
        List<String> lastLines);
  }
}
