package dev.rebound.platform;

import dev.rebound.base.ReboundException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where processes run: child processes of this machine, or pods. It has nodes, their addresses and
 * their files. Closing it ends every process that it started.
 *
 * <p>One may also be {@link Pinning}, {@link FileSharing}, {@link Adopting}, {@link ClassSharing},
 * {@link OnThisMachine} or {@link SubjectJdk}.
 *
 * <p>Thread-safe.
 */
public interface Platform extends AutoCloseable {
  /** Names the run in the environment of every process of it. */
  String RUN_ID = "REBOUND_RUN_ID";

  /**
   * Reserves an address (host and port) for each named port of each node, before any configuration
   * is written. Nodes see it where its node binds it: of its program it is not known whether that
   * can be told another address.
   *
   * @return where {@code port} of {@code node} is found; the same call gives the same answer for
   *     the platform's life
   */
  Endpoint reserve(String node, String port);

  /**
   * The same for a port of which it is known, so that something may stand between its node and
   * those who connect to it: then the node has one address to bind and another one to be known by.
   * By default nothing does. Whoever asks by the name alone later gets the same answer.
   */
  default Endpoint reserve(String node, Port port) {
    return reserve(node, port.name());
  }

  /**
   * Reserves a port that the user named; {@link #reserve(String, String)} then answers with it.
   * Throws {@link ReboundException} naming the process that has it.
   */
  default Endpoint reserve(String node, String port, int number) {
    throw new UnsupportedOperationException("this platform cannot reserve port " + number);
  }

  /** The same, of which it is known; the user's number is the one that other nodes see. */
  default Endpoint reserve(String node, Port port, int number) {
    return reserve(node, port.name(), number);
  }

  /**
   * Starts a node's first incarnation and returns once the process runs (not once it is ready, see
   * {@link Node#awaitReady}). Throws {@link ReboundException} naming the log if it cannot be
   * started.
   */
  Node start(ProcessSpec spec);

  /** Finds the jars of what it starts; it was opened with this. */
  ClassPaths classPaths();

  /**
   * Fetches and builds what a program is started from, so that its start need not: that may take
   * long. Throws {@link ReboundException} where something cannot be had.
   */
  default void provide(Program program) {
    var unused = classPaths().files(program, Map.of());
  }

  /** The room that there is for a run, as far as that is known before anything starts. */
  FreeResources room();

  /**
   * Probes that only the platform can give, new ones at each call: of its hosts, and of the
   * processes of its nodes. A value that it cannot tell is absent with its reason. Asked once
   * processes are pinned.
   */
  default List<Probe> probes() {
    return List.of();
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

  /**
   * Deletes what the nodes left, and what they shared, once the platform is closed: all but their
   * logs and the files of the nodes named. A file that cannot be deleted is warned of.
   */
  default void discard(Set<String> kept) {}

  /** Tells whoever runs it what a part found wrong. */
  default void warn(String code, String message, String remedy) {}

  /** A reserved address. */
  record Address(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /** Hears what makes the rig less than trustworthy. */
  interface DoubtListener {
    void warn(String code, String message, String remedy);
  }

  /** Hears of every start and death. */
  interface ProcessListener {
    /** In place of an exit status that nobody but the process's own parent is told. */
    int UNTOLD = -1;

    void started(Node node, Incarnation incarnation);

    /**
     * @param exitStatus or {@link #UNTOLD}
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
