package dev.rebound.platform.local;

import dev.rebound.base.ReboundException;
import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A process of this machine, told from a later one with the same pid by its start.
 *
 * @param start what the operating system says: on Linux {@code t} and the clock ticks from the
 *     machine's start to the process's, which stay the same whatever becomes of the wall clock;
 *     elsewhere the wall clock at its start as the system keeps it, milliseconds since the epoch
 */
record ProcessIdentity(long pid, String start) {
  private static final String TICKS = "t";

  /** Tolerance of a start by the wall clock, which Linux works out anew after the clock was set. */
  private static final long TOLERANCE_MILLIS = 2_000;

  /** Null if no such process lives or its start is not told. */
  static @Nullable ProcessIdentity of(ProcessHandle process) {
    return of(process.pid(), ProcessTable.ofThisSystem());
  }

  static @Nullable ProcessIdentity of(long pid, ProcessTable table) {
    OptionalLong ticks = table.startTicks(pid);
    if (ticks.isPresent()) {
      return new ProcessIdentity(pid, TICKS + ticks.getAsLong());
    }
    OptionalLong millis = table.startMillis(pid);
    return millis.isPresent() ? new ProcessIdentity(pid, Long.toString(millis.getAsLong())) : null;
  }

  /** The lab's own. */
  static ProcessIdentity ofThisProcess() {
    ProcessIdentity identity = of(ProcessHandle.current());
    if (identity == null) {
      throw ReboundException.environment(
          "This system does not tell the start time of a process",
          "Run Rebound on Linux or macOS.");
    }
    return identity;
  }

  /** Reads what {@link #toString} writes; throws NumberFormatException for anything else. */
  static ProcessIdentity parse(String text) {
    int dash = Math.max(0, text.indexOf('-'));
    long pid = Long.parseLong(text.substring(0, dash));
    String start = text.substring(dash + 1);
    var unused = Long.parseLong(start.startsWith(TICKS) ? start.substring(1) : start);
    return new ProcessIdentity(pid, start);
  }

  boolean alive() {
    return alive(ProcessTable.ofThisSystem());
  }

  /** True if this very process is there and not just waiting to be collected. */
  boolean alive(ProcessTable table) {
    char state = table.state(pid);
    return state != '?' && state != 'Z' && state != 'X' && same(table);
  }

  /**
   * True if nothing of this very process runs any more: it is not there, another one has its pid,
   * or it waits to be collected by its parent and the last of its threads has ended.
   */
  boolean gone(ProcessTable table) {
    char state = table.state(pid);
    return state == '?'
        || state == 'X'
        || !same(table)
        || (state == 'Z' && table.threads(pid) <= 1);
  }

  private boolean same(ProcessTable table) {
    if (start.startsWith(TICKS)) {
      OptionalLong ticks = table.startTicks(pid);
      return ticks.isPresent() && start.equals(TICKS + ticks.getAsLong());
    }
    OptionalLong millis = table.startMillis(pid);
    return millis.isPresent()
        && Math.abs(millis.getAsLong() - Long.parseLong(start)) <= TOLERANCE_MILLIS;
  }

  /** The start of a process as the JDK tells it. */
  static OptionalLong startMillis(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().startInstant())
        .map(Instant::toEpochMilli)
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  @Override
  public String toString() {
    return pid + "-" + start;
  }
}
