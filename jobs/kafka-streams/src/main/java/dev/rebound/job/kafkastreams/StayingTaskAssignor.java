package dev.rebound.job.kafkastreams;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;
import org.apache.kafka.streams.processor.assignment.TaskInfo;

/**
 * An assignor that leaves tasks where they run, for the {@code task.assignor.class} of Kafka
 * Streams (KIP-924).
 *
 * <p>Only tasks that have lost their worker are given to others: those with state to a worker that
 * holds a near copy of it, the others to whoever has least. A worker that comes back gets copies to
 * keep, and becomes the first choice for the next task that needs a home; it is not given running
 * tasks, which would stand still a second time while they move to a process that has just begun. A
 * worker that has more than three fair shares keeps two and gives the rest to those that are not
 * far from its state, so that those that start one after the other still share the work. The gap
 * between the two keeps a survivor from giving tasks away as soon as the dead come back.
 *
 * <p>Copies (standbys) stay where they are, too. When tasks have lost their worker, the copies that
 * are missing are not made in the same breath: to open them would hold up the survivors just as
 * they take over. They are made when a worker comes back, which mostly has the state on its disk,
 * or else {@value #COPIES_AFTER_SECONDS} s later.
 *
 * <p>The price: after a failure, the survivors carry more than the worker that came back, and until
 * it is back or that time has passed, the tasks that it ran or held a copy of have one copy less.
 * Rack tags are not looked at.
 */
public final class StayingTaskAssignor implements TaskAssignor {
  /** A worker keeps what it has up to this many fair shares. */
  private static final double MOST_SHARES = 3;

  /** Excess moves to workers with a copy that is behind by so many acceptable lags at most. */
  private static final int NOT_FAR = 10;

  /**
   * Fair shares to which a worker comes down, or is filled up with others' excess, once one has
   * more.
   */
  private static final double KEPT_SHARES = 2;

  /** When copies are made that were put off, unless a worker joins before, in seconds. */
  static final int COPIES_AFTER_SECONDS = 30;

  private final Clock clock;

  /** For Kafka Streams, which makes one by name. */
  public StayingTaskAssignor() {
    this(Clock.systemUTC());
  }

  /** With a clock of one's own. */
  StayingTaskAssignor(Clock clock) {
    this.clock = clock;
  }

  @Override
  public TaskAssignment assign(ApplicationState application) {
    Map<ProcessId, KafkaStreamsState> workers = application.kafkaStreamsStates(true);
    long near = application.assignmentConfigs().acceptableRecoveryLag();
    Map<TaskId, TaskInfo> tasks = new TreeMap<>(application.allTasks());
    TaskLoad load = new TaskLoad(workers.values(), tasks.values());
    Map<TaskId, ProcessId> given = new TreeMap<>();
    Map<TaskId, KafkaStreamsState> owners = new HashMap<>();
    for (TaskInfo task : tasks.values()) {
      owner(task.id(), workers.values()).ifPresent(owner -> owners.put(task.id(), owner));
    }
    Set<KafkaStreamsState> over = load.over(owners, tasks);
    for (TaskInfo task : tasks.values()) {
      KafkaStreamsState owner = owners.get(task.id());
      if (owner != null && (!over.contains(owner) || load.keeps(owner, task))) {
        load.give(task, owner, given);
      }
    }
    boolean lost = false;
    for (TaskInfo task : tasks.values()) {
      if (!given.containsKey(task.id())) {
        KafkaStreamsState owner = owners.get(task.id());
        lost |= owner == null;
        load.give(
            task, home(task, Optional.ofNullable(owner), workers.values(), load, near), given);
      }
    }
    boolean begun = workers.values().stream().anyMatch(StayingTaskAssignor::knowsState);
    Copies copies = new Copies(workers.values(), given);
    boolean missing = false;
    int wanted = application.assignmentConfigs().numStandbyReplicas();
    for (TaskInfo task : tasks.values()) {
      if (task.isStateful()) {
        missing |= copies.give(task, wanted, !(lost && begun));
      }
    }
    Map<ProcessId, KafkaStreamsAssignment> assignments = new TreeMap<>();
    for (ProcessId worker : workers.keySet()) {
      Set<AssignedTask> all = new HashSet<>();
      given.forEach(
          (task, owner) -> {
            if (owner.equals(worker)) {
              all.add(new AssignedTask(task, AssignedTask.Type.ACTIVE));
            }
          });
      for (TaskId task : copies.of(worker)) {
        all.add(new AssignedTask(task, AssignedTask.Type.STANDBY));
      }
      assignments.put(worker, KafkaStreamsAssignment.of(worker, all));
    }
    if (missing) {
      Instant later = clock.instant().plusSeconds(COPIES_AFTER_SECONDS);
      assignments.computeIfPresent(
          assignments.keySet().iterator().next(),
          (worker, assignment) -> assignment.withFollowupRebalance(later));
    }
    return new TaskAssignment(assignments.values());
  }

  /** Whether a worker runs tasks or has state of some. */
  private static boolean knowsState(KafkaStreamsState worker) {
    return !worker.previousActiveTasks().isEmpty() || !worker.previousStandbyTasks().isEmpty();
  }

  private static Optional<KafkaStreamsState> owner(
      TaskId task, Collection<KafkaStreamsState> workers) {
    return workers.stream()
        .filter(worker -> worker.previousActiveTasks().contains(task))
        .min(Comparator.comparing(KafkaStreamsState::processId));
  }

  /**
   * Where a task without a home goes. An owner's excess goes to nobody who has enough or is far
   * from its state; else it stays.
   */
  private static KafkaStreamsState home(
      TaskInfo task,
      Optional<KafkaStreamsState> owner,
      Collection<KafkaStreamsState> workers,
      TaskLoad load,
      long near) {
    ToLongFunction<KafkaStreamsState> behind =
        worker -> task.isStateful() ? Math.max(0, worker.lagFor(task.id()) - near) : 0;
    return workers.stream()
        .filter(
            worker ->
                owner.isEmpty()
                    || (load.keeps(worker, task) && behind.applyAsLong(worker) <= NOT_FAR * near))
        .min(
            Comparator.comparingLong(behind)
                .thenComparingDouble(worker -> load.perThread(worker, task))
                .thenComparingDouble(load::perThread)
                .thenComparing(KafkaStreamsState::processId))
        .or(() -> owner)
        .orElseThrow();
  }

  /** How many tasks each worker has been given, those with and those without state. */
  private static final class TaskLoad {
    private final Map<ProcessId, int[]> counts = new HashMap<>();
    private final double[] fairPerThread = new double[2];

    TaskLoad(Collection<KafkaStreamsState> workers, Collection<TaskInfo> tasks) {
      int threads = 0;
      for (KafkaStreamsState worker : workers) {
        threads += worker.numProcessingThreads();
        counts.put(worker.processId(), new int[2]);
      }
      for (TaskInfo task : tasks) {
        fairPerThread[kind(task)] += 1.0 / Math.max(1, threads);
      }
    }

    private static int kind(TaskInfo task) {
      return task.isStateful() ? 1 : 0;
    }

    private int[] of(KafkaStreamsState worker) {
      return counts.getOrDefault(worker.processId(), new int[2]);
    }

    boolean keeps(KafkaStreamsState worker, TaskInfo task) {
      double most = Math.ceil(KEPT_SHARES * fairPerThread[kind(task)]);
      return perThread(worker, task) < most;
    }

    /** Workers that own more than {@link #MOST_SHARES} of the tasks with or without state. */
    Set<KafkaStreamsState> over(
        Map<TaskId, KafkaStreamsState> owners, Map<TaskId, TaskInfo> tasks) {
      Map<KafkaStreamsState, int[]> owned = new HashMap<>();
      Set<KafkaStreamsState> over = new HashSet<>();
      tasks.forEach(
          (id, task) -> {
            KafkaStreamsState owner = owners.get(id);
            if (owner != null) {
              int kind = kind(task);
              int count = ++owned.computeIfAbsent(owner, key -> new int[2])[kind];
              double most = Math.ceil(MOST_SHARES * fairPerThread[kind]);
              if (count > most * owner.numProcessingThreads()) {
                over.add(owner);
              }
            }
          });
      return over;
    }

    double perThread(KafkaStreamsState worker, TaskInfo task) {
      return (double) of(worker)[kind(task)] / worker.numProcessingThreads();
    }

    double perThread(KafkaStreamsState worker) {
      int[] both = of(worker);
      return (double) (both[0] + both[1]) / worker.numProcessingThreads();
    }

    void give(TaskInfo task, KafkaStreamsState worker, Map<TaskId, ProcessId> given) {
      of(worker)[kind(task)]++;
      given.put(task.id(), worker.processId());
    }
  }

  /** Which worker holds a copy of which task. */
  private static final class Copies {
    private final Collection<KafkaStreamsState> workers;
    private final Map<TaskId, ProcessId> active;
    private final Map<ProcessId, Set<TaskId>> held = new HashMap<>();

    Copies(Collection<KafkaStreamsState> workers, Map<TaskId, ProcessId> active) {
      this.workers = workers;
      this.active = active;
    }

    Set<TaskId> of(ProcessId worker) {
      return held.getOrDefault(worker, Set.of());
    }

    /**
     * Gives a task's copies to those that have them, the nearest first, and, where new ones may be
     * made, to those that are nearest and hold least. Says whether some that could be made are
     * missing.
     */
    boolean give(TaskInfo task, int wanted, boolean mayBeMade) {
      Comparator<KafkaStreamsState> best =
          Comparator.comparing((KafkaStreamsState worker) -> !holds(worker, task))
              .thenComparingLong(worker -> worker.lagFor(task.id()))
              .thenComparingDouble(
                  worker -> (double) of(worker.processId()).size() / worker.numProcessingThreads())
              .thenComparing(KafkaStreamsState::processId);
      List<KafkaStreamsState> others =
          workers.stream()
              .filter(worker -> !worker.processId().equals(active.get(task.id())))
              .sorted(best)
              .toList();
      List<KafkaStreamsState> chosen =
          others.stream().filter(worker -> mayBeMade || holds(worker, task)).limit(wanted).toList();
      for (KafkaStreamsState worker : chosen) {
        held.computeIfAbsent(worker.processId(), id -> new TreeSet<>()).add(task.id());
      }
      return chosen.size() < Math.min(wanted, others.size());
    }

    /** Whether a worker has a copy of a task, be it only on its disk. */
    private static boolean holds(KafkaStreamsState worker, TaskInfo task) {
      return worker.previousStandbyTasks().contains(task.id());
    }
  }
}
