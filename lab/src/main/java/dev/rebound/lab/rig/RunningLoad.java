package dev.rebound.lab.rig;

import dev.rebound.lab.part.RunningPart;
import dev.rebound.lab.time.Deadline;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A load that is under way. Its probes, the same at each call, tell how it gets on. */
public interface RunningLoad extends RunningPart {
  /**
   * True once a load without a schedule has sent all that there was room for, or a part of it has.
   * Asked often.
   */
  boolean over();

  /** How many requests a service has accepted; 0 where none is asked. */
  default long accepted() {
    return 0;
  }

  /** What became of requests so far, a clause; empty where none are sent, or nothing is told. */
  default String fates() {
    return "";
  }

  /** Ends it in order; returns once everything that it sent is answered for, or the time is up. */
  void stop(Deadline by);

  /** The send logs of its processes; whole once it was stopped. */
  List<SentLog> sent();

  /**
   * The send log of one process.
   *
   * @param by the process's name
   * @param log see {@link dev.rebound.analysis.evidence.SendLog}; empty if it left none
   * @param requests see {@link dev.rebound.analysis.evidence.RequestLog}; empty if it sends none
   */
  record SentLog(String by, Optional<Path> log, Optional<Path> requests) {
    /** The log of a process that sends records. */
    public SentLog(String by, Optional<Path> log) {
      this(by, log, Optional.empty());
    }
  }
}
