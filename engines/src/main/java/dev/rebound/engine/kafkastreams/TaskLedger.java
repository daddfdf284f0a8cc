package dev.rebound.engine.kafkastreams;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who holds which task, from what workers say and from who has died; tells the steps of a recovery
 * as they follow from it.
 *
 * <ul>
 *   <li>{@link Step#DETECTED}: a worker that was running is told of a rebalance, or starts one.
 *   <li>{@link Step#REASSIGNED}: every task has a living owner again, or has moved to another.
 *   <li>{@link Step#RESTORED}: every task runs again on a living worker whose client is RUNNING.
 * </ul>
 *
 * <p>A rebalance without a fault (a worker comes back and takes its share) tells its steps too: to
 * tell a fault's steps from others is the reader's work, by their times. Pure state; guarded by its
 * owner.
 */
final class TaskLedger {
  /** A worker's current life, as far as it is known. */
  private static final class WorkerLife {
    final int incarnation;
    boolean alive = true;
    boolean ranBefore;
    String state = "";
    Set<String> running = Set.of();
    final Map<String, Set<String>> assigned = new TreeMap<>();
    long restoredRecords;
    int restoring;

    WorkerLife(int incarnation) {
      this.incarnation = incarnation;
    }

    /** Tasks that it was assigned; what it runs, if no assignment was understood. */
    Set<String> owned() {
      if (assigned.isEmpty()) {
        return running;
      }
      Set<String> owned = new TreeSet<>();
      assigned.values().forEach(owned::addAll);
      return owned;
    }
  }

  private final int expected;
  private final Set<String> heardOf = new HashSet<>();
  private final Map<String, WorkerLife> members = new TreeMap<>();
  private Map<String, String> owners = new HashMap<>();
  private boolean allOwned;
  private boolean allRunning;

  /**
   * @param tasks number of active tasks of the job
   */
  TaskLedger(int tasks) {
    this.expected = tasks;
  }

  /** The ledger of a job with as many tasks as are heard of. */
  static TaskLedger ofUnknownTasks() {
    return new TaskLedger(0);
  }

  /** Number of active tasks of the job, as far as it is known. */
  int tasks() {
    return expected > 0 ? expected : heardOf.size();
  }

  /** This life of a worker is over: its work has no owner. */
  void died(String worker, int incarnation) {
    WorkerLife member = members.get(worker);
    if (member != null && member.alive && member.incarnation <= incarnation) {
      member.alive = false;
      member.running = Set.of();
      member.assigned.clear();
      member.restoring = 0;
      reckon(0, worker, new ArrayList<>());
    }
  }

  /** Takes note of what a worker said; the steps that follow from it, in order. */
  List<Transition> said(String worker, WorkerStatement says) {
    List<Transition> steps = new ArrayList<>();
    if (says instanceof WorkerStatement.LifeStarted started) {
      members.put(worker, new WorkerLife(started.incarnation()));
      reckon(says.atMicros(), worker, steps);
      return steps;
    }
    WorkerLife member = members.get(worker);
    if (member == null || !member.alive) {
      return steps;
    }
    if (says instanceof WorkerStatement.ClientState state) {
      if (state.from().equals("RUNNING") && state.to().equals("REBALANCING")) {
        steps.add(new Transition(state.atMicros(), Step.DETECTED, worker, "RUNNING → REBALANCING"));
      }
      member.state = state.to();
      member.ranBefore |= state.to().equals("RUNNING");
    } else if (says instanceof WorkerStatement.RebalanceSeen seen) {
      if (member.ranBefore) {
        steps.add(new Transition(seen.atMicros(), Step.DETECTED, worker, seen.words()));
      }
    } else if (says instanceof WorkerStatement.TasksAssigned assigned) {
      member.assigned.put(assigned.thread(), assigned.tasks());
      heardOf.addAll(assigned.tasks());
    } else if (says instanceof WorkerStatement.RunningTasks runs) {
      member.running = runs.tasks();
      member.state = runs.state();
    } else if (says instanceof WorkerStatement.RestoreProgress restoring) {
      member.restoredRecords = restoring.records();
      member.restoring = restoring.pending();
    }
    reckon(says.atMicros(), worker, steps);
    return steps;
  }

  private void reckon(long atMicros, String worker, List<Transition> steps) {
    Map<String, String> now = new HashMap<>();
    Set<String> running = new HashSet<>();
    boolean ownersRun = true;
    for (Map.Entry<String, WorkerLife> entry : members.entrySet()) {
      WorkerLife member = entry.getValue();
      if (member.alive) {
        Set<String> owned = member.owned();
        owned.forEach(task -> now.put(task, entry.getKey()));
        running.addAll(member.running);
        ownersRun &= owned.isEmpty() || member.state.equals("RUNNING");
      }
    }
    int tasks = tasks();
    boolean nowOwned = tasks > 0 && now.size() >= tasks;
    if (nowOwned && (!allOwned || !now.equals(owners))) {
      steps.add(new Transition(atMicros, Step.REASSIGNED, worker, shares(now)));
      allRunning = false;
    }
    if (nowOwned) {
      owners = now;
    }
    allOwned = nowOwned;
    boolean nowRunning = nowOwned && ownersRun && running.size() >= tasks;
    if (nowRunning && !allRunning) {
      steps.add(
          new Transition(atMicros, Step.RESTORED, worker, "all " + tasks + " tasks are running"));
    }
    allRunning = nowRunning;
  }

  private static String shares(Map<String, String> owners) {
    Map<String, Integer> counts = new TreeMap<>();
    owners.values().forEach(worker -> counts.merge(worker, 1, Integer::sum));
    List<String> shares = new ArrayList<>();
    counts.forEach((worker, count) -> shares.add(worker + " " + count));
    return "tasks: " + String.join(", ", shares);
  }

  /** Living workers that hold at least one active task. */
  Set<String> holders() {
    Set<String> holders = new TreeSet<>();
    members.forEach(
        (worker, member) -> {
          if (member.alive && !(member.running.isEmpty() && member.owned().isEmpty())) {
            holders.add(worker);
          }
        });
    return holders;
  }

  /** State of the client of one life of a worker; empty if it is not alive, or has said none. */
  String state(String worker, int incarnation) {
    return living(worker)
        .filter(member -> member.incarnation == incarnation)
        .map(member -> member.state)
        .orElse("");
  }

  /** Whether every task runs on a living worker. */
  boolean allRunning() {
    return allRunning;
  }

  /** Tasks that run now, for a person who waits. */
  @Override
  public String toString() {
    int running =
        members.values().stream()
            .filter(member -> member.alive)
            .mapToInt(member -> member.running.size())
            .sum();
    return "%s of %s tasks run".formatted(running, tasks());
  }

  /** Records that a worker's current life has restored; NaN if it is not alive. */
  double restoredRecords(String worker) {
    return living(worker).map(member -> (double) member.restoredRecords).orElse(Double.NaN);
  }

  /** Stores that a worker is restoring; NaN if it is not alive. */
  double restoring(String worker) {
    return living(worker).map(member -> (double) member.restoring).orElse(Double.NaN);
  }

  private Optional<WorkerLife> living(String worker) {
    return Optional.ofNullable(members.get(worker)).filter(member -> member.alive);
  }
}
