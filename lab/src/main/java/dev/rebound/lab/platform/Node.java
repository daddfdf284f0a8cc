package dev.rebound.lab.platform;

import java.nio.file.Path;
import java.time.Duration;

/** One named member of a cluster; a restart gives it a new incarnation. Thread-safe. */
public interface Node {
  ProcessSpec spec();

  default String name() {
    return spec().node();
  }

  default String role() {
    return spec().role();
  }

  Incarnation current();

  boolean alive();

  /** Sends a signal and waits for its confirmation; a death that follows counts as expected. */
  Confirmation signal(Signal signal);

  /**
   * Starts the next incarnation of a dead node, from the spec that {@code spec.next(number)} gives.
   *
   * @param wipe empties the node's data folder first
   * @param newIdentity the spec is asked for a new identity
   */
  Incarnation restart(boolean wipe, boolean newIdentity);

  /**
   * Waits for the spec's readiness probe; throws {@link dev.rebound.lab.LabException} with the last
   * log lines.
   */
  void awaitReady(Duration limit);

  /** SIGTERM, then SIGKILL after {@code grace}; returns when it is gone. */
  void stop(Duration grace);

  /** The node's folder: working directory, configuration and data. Kept over restarts. */
  Path directory();

  /** The node's log, standard output and error of all incarnations. */
  Path log();
}
