package dev.rebound.job.kafkastreams;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignmentUtils;
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
 * worker that has more than twice its fair share gives the excess away, so that those that start
 * one after the other still share the work.
 *
 * <p>The price: after a failure, the survivors carry more than the worker that came back.
 */
public final class StayingTaskAssignor implements TaskAssignor {
  /** A worker keeps what it has up to this many fair shares. */
  private static final double KEPT_SHARES = 2;

  @Override
  public TaskAssignment assign(ApplicationState application) {
    Map<ProcessId, KafkaStreamsState> workers = application.kafkaStreamsStates(true);
    long near = application.assignmentConfigs().acceptableRecoveryLag();
    Map<TaskId, TaskInfo> tasks = new TreeMap<>(application.allTasks());
    Load load = new Load(workers.values(), tasks.values());
    Map<TaskId, ProcessId> given = new TreeMap<>();
    for (TaskInfo task : tasks.values()) {
      owner(task.id(), workers.values())
          .filter(owner -> load.keeps(owner, task))
          .ifPresent(owner -> load.give(task, owner, given));
    }
    for (TaskInfo task : tasks.values()) {
      if (!given.containsKey(task.id())) {
        load.give(task, home(task, workers.values(), load, near), given);
      }
    }
    Map<ProcessId, KafkaStreamsAssignment> assignments = new HashMap<>();
    for (ProcessId worker : workers.keySet()) {
      Set<AssignedTask> active =
          given.entrySet().stream()
              .filter(entry -> entry.getValue().equals(worker))
              .map(entry -> new AssignedTask(entry.getKey(), AssignedTask.Type.ACTIVE))
              .collect(Collectors.toSet());
      assignments.put(worker, KafkaStreamsAssignment.of(worker, active));
    }
    TaskAssignmentUtils.defaultStandbyTaskAssignment(application, assignments);
    return new TaskAssignment(assignments.values());
  }

  private static Optional<KafkaStreamsState> owner(
      TaskId task, Collection<KafkaStreamsState> workers) {
    return workers.stream()
        .filter(worker -> worker.previousActiveTasks().contains(task))
        .min(Comparator.comparing(KafkaStreamsState::processId));
  }

  /** Where a task without a home goes. */
  private static KafkaStreamsState home(
      TaskInfo task, Collection<KafkaStreamsState> workers, Load load, long near) {
    ToLongFunction<KafkaStreamsState> behind =
        worker -> task.isStateful() ? Math.max(0, worker.lagFor(task.id()) - near) : 0;
    return workers.stream()
        .min(
            Comparator.comparingLong(behind)
                .thenComparingDouble(worker -> load.perThread(worker, task))
                .thenComparingDouble(load::perThread)
                .thenComparing(KafkaStreamsState::processId))
        .orElseThrow();
  }

  /** How many tasks each worker has been given, those with and those without state. */
  private static final class Load {
    private final Map<ProcessId, int[]> counts = new HashMap<>();
    private final double[] fairPerThread = new double[2];

    Load(Collection<KafkaStreamsState> workers, Collection<TaskInfo> tasks) {
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
}
