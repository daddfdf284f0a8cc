package dev.rebound.engine.flink;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells which TaskManagers have stood idle for a while and have never run the job: those that would
 * load and interpret its code, and Flink's own for a task, when it is given to them. Pure; for use
 * by one thread.
 */
final class ColdTaskManagers {
  private final long idleNanos;
  private final Set<TaskManagerLife> warm = new HashSet<>();
  private final Map<TaskManagerLife, Long> idleSince = new HashMap<>();

  /**
   * @param idle how long one must have been there without a task
   */
  ColdTaskManagers(Duration idle) {
    this.idleNanos = idle.toNanos();
  }

  /**
   * Takes in how things are, and tells who is due; those then count as warm. Nobody is before the
   * last of those who stand idle is, so that they are due together.
   *
   * @param registered all that the JobManager knows
   * @param atWork those that have tasks of the job
   * @param nowNanos of a clock that only goes forward
   */
  Set<TaskManagerLife> due(
      Set<TaskManagerLife> registered, Set<TaskManagerLife> atWork, long nowNanos) {
    warm.addAll(atWork);
    warm.retainAll(registered);
    Set<TaskManagerLife> cold = new TreeSet<>(registered);
    cold.removeAll(warm);
    idleSince.keySet().retainAll(cold);
    cold.forEach(id -> idleSince.putIfAbsent(id, nowNanos));
    if (idleSince.values().stream().anyMatch(since -> nowNanos - since < idleNanos)) {
      return Set.of();
    }
    idleSince.clear();
    warm.addAll(cold);
    return cold;
  }

  /** Takes back that these are warm. */
  void again(Set<TaskManagerLife> ids) {
    warm.removeAll(ids);
  }

  /** True if one stands idle that was not due yet. */
  boolean waiting() {
    return !idleSince.isEmpty();
  }
}
