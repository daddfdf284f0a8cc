package dev.rebound.lab.rig;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A load of requests that is under way, of each of which it will tell what became of it. */
public interface RequestSending extends Sending {
  /** What became of the requests of each of its processes; whole once it was stopped. */
  List<Requested> requested();

  /**
   * The request log of one process.
   *
   * @param by the process's name
   * @param log see {@link dev.rebound.analysis.evidence.RequestLog}; empty if it left none
   */
  record Requested(String by, Optional<Path> log) {}
}
