package dev.rebound.platform.local;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * The operating system's word on its processes beyond {@link ProcessHandle}: their state and their
 * environment. Uses nothing but the JDK, as the warden runs it too.
 */
interface ProcessTable {
  /** A process with the environment variable that was asked for. */
  record Carrier(ProcessHandle process, List<String> environment) {}

  /** {@code T} for stopped, {@code Z} for dead but not yet collected, and so on; '?' if gone. */
  char state(long pid);

  /**
   * Clock ticks from the machine's start to the process's; empty if it is gone, or where the system
   * does not tell.
   */
  OptionalLong startTicks(long pid);

  /**
   * How many threads it has. One that waits to be collected has one, unless others of its threads
   * are still ending; 0 if it is gone, or where the system does not tell.
   */
  default int threads(long pid) {
    return 0;
  }

  /** Wall clock at the process's start, milliseconds since the epoch; empty if it is gone. */
  default OptionalLong startMillis(long pid) {
    return ProcessIdentity.startMillis(pid);
  }

  /**
   * Processes whose environment holds an entry that {@code entry} accepts, this one excepted. The
   * handle was taken before the environment was read, and a signal through it spares a later
   * process with the same pid.
   */
  List<Carrier> carrying(Predicate<String> entry) throws IOException;

  /** The table of this operating system. */
  static ProcessTable ofThisSystem() {
    return ProcTable.exists() ? new ProcTable() : new PsTable();
  }
}
