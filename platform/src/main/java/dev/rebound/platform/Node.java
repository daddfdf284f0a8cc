package dev.rebound.platform;

import dev.rebound.base.Owner;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One named member of a cluster; a restart gives it a new incarnation. Thread-safe.
 *
 * <p>Files are named as the node sees them, relative to its folder, which is kept over restarts.
 * Where they lie is the platform's business.
 */
public interface Node {
  /** Names the node's log: standard output and error of all its incarnations. */
  String LOG = "log";

  /** Unique on its platform. */
  String name();

  /** Its part in the cluster; faults name it. */
  String role();

  Owner owner();

  Incarnation current();

  boolean alive();

  /** Sends a signal and waits for its confirmation; a death that follows counts as expected. */
  Confirmation signal(Signal signal);

  /**
   * True if a daemon starts it again whenever it has ended, so that it may live before anyone asks
   * for it.
   */
  default boolean restartsItself() {
    return false;
  }

  /**
   * Starts the next incarnation of a dead node; where a daemon does so, waits for it.
   *
   * @param wipe empties the node's data folder first
   * @param newIdentity it is to be told from the former ones, see {@link ProcessSpec}
   */
  Incarnation restart(boolean wipe, boolean newIdentity);

  /**
   * Waits until it is up, as its plan says how to tell; throws {@link
   * dev.rebound.base.ReboundException} with the last log lines.
   */
  void awaitReady(Duration limit);

  /**
   * The same, and gives up, too, once a person wants an end; by default it does not look.
   *
   * @param stop asked often
   */
  default void awaitReady(Duration limit, BooleanSupplier stop) {
    awaitReady(limit);
  }

  /**
   * Asks it to end ({@link Program#stopSignal}), then SIGKILL after {@code grace}; returns when it
   * is gone.
   */
  void stop(Duration grace);

  /**
   * Where the node is found for one purpose; the same as {@link Platform#reserve(String, String)}
   * says.
   */
  Endpoint endpoint(String port);

  /** The same for a port that its plan declares. */
  default Endpoint endpoint(Port port) {
    return endpoint(port.name());
  }

  /** Follows a file from its beginning; it need not be there yet. */
  NodeTail follow(String file);

  /**
   * A file as it is now, where the lab can read it: the file itself, or a copy; empty if there is
   * none. A copy that was fetched of a node that has ended is the caller's, to move or to delete.
   * Throws {@link dev.rebound.base.ReboundException} if it cannot be had.
   */
  Optional<Path> fetch(String file);

  /**
   * Gives the node a file, or replaces one; the node sees it whole or not at all. Throws {@link
   * dev.rebound.base.ReboundException} if it cannot be written.
   */
  void put(String file, InputStream content);

  /**
   * Names of what lies in a folder, in order; none if it is not there.
   *
   * @param folder relative to the node's folder, or absolute as the node sees it
   */
  List<String> list(String folder);
}
