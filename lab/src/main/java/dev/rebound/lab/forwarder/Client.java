package dev.rebound.lab.forwarder;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who has connected.
 *
 * @param pids the process and its ancestors, in this order; empty if it could not be found
 * @param name of the member that a test word is to pass for; null of a process
 */
record Client(List<Long> pids, @Nullable String name) {
  private static final int ANCESTORS_MAX = 32;

  /** A process with its ancestors, as they are now. */
  static Client process(long pid) {
    List<Long> pids = new ArrayList<>();
    Optional<ProcessHandle> one = ProcessHandle.of(pid);
    while (one.isPresent() && pids.size() < ANCESTORS_MAX) {
      pids.add(one.get().pid());
      one = one.get().parent();
    }
    return new Client(List.copyOf(pids), null);
  }

  /** The process; 0 if it is unknown. */
  long pid() {
    return pids.isEmpty() ? 0 : pids.get(0);
  }

  /** The member of which it is a process, by the nearest of these; null if it is of none. */
  @Nullable String among(Map<Long, String> members) {
    return name != null
        ? name
        : pids.stream().map(members::get).filter(Objects::nonNull).findFirst().orElse(null);
  }
}
