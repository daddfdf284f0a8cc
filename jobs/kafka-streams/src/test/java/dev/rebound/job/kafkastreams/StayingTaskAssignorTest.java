package dev.rebound.job.kafkastreams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.AssignmentConfigs;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskInfo;
import org.apache.kafka.streams.processor.assignment.TaskTopicPartition;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.Test;

/** Tasks that stay, move or wait, from the first start through a failure to the return. */
class StayingTaskAssignorTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final int TASKS = 8;
  private static final long FULL = 100_000;

  private final Cluster cluster = new Cluster();

  @Test
  void theFirstAssignmentSharesTasksAndMakesCopiesAtOnce() {
    cluster.join(1, 2, 3, 4);
    cluster.assign();

    for (int worker = 1; worker <= 4; worker++) {
      assertThat(cluster.active(worker, false)).as("tasks without state").hasSize(2);
      assertThat(cluster.active(worker, true)).as("tasks with state").hasSize(2);
      assertThat(cluster.copies(worker)).hasSize(2);
    }
    assertThat(cluster.followUp()).isEmpty();
  }

  @Test
  void afterALossCopiesTakeOverNothingElseMovesAndNoCopyIsMadeYet() {
    cluster.join(1, 2, 3, 4);
    cluster.assign();
    Map<Integer, Set<TaskId>> before = cluster.allActive();
    Map<Integer, Set<TaskId>> copiesBefore = cluster.allCopies();

    cluster.lose(4);
    cluster.assign();

    for (int worker = 1; worker <= 3; worker++) {
      assertThat(cluster.allActive().get(worker)).containsAll(before.get(worker));
      Set<TaskId> promoted = new TreeSet<>(copiesBefore.get(worker));
      promoted.retainAll(before.get(4));
      assertThat(cluster.allActive().get(worker)).containsAll(promoted);
      Set<TaskId> stay = new TreeSet<>(copiesBefore.get(worker));
      stay.removeAll(before.get(4));
      assertThat(cluster.copies(worker)).isEqualTo(stay);
    }
    assertThat(cluster.followUp())
        .contains(NOW.plusSeconds(StayingTaskAssignor.COPIES_AFTER_SECONDS));
  }

  @Test
  void whoComesBackGetsTheMissingCopiesAndNoRunningTask() {
    cluster.join(1, 2, 3, 4);
    cluster.assign();
    cluster.lose(4);
    cluster.assign();
    Map<Integer, Set<TaskId>> active = cluster.allActive();
    Map<Integer, Set<TaskId>> copies = cluster.allCopies();

    cluster.comeBack(4);
    cluster.assign();

    for (int worker = 1; worker <= 3; worker++) {
      assertThat(cluster.allActive().get(worker)).isEqualTo(active.get(worker));
      assertThat(cluster.copies(worker)).isEqualTo(copies.get(worker));
    }
    assertThat(cluster.allActive().get(4)).isEmpty();
    assertThat(cluster.copies(4)).hasSize(4);
    assertThat(cluster.followUp()).isEmpty();
  }

  @Test
  void missingCopiesAreMadeByTheOthersIfNobodyComesBack() {
    cluster.join(1, 2, 3, 4);
    cluster.assign();
    cluster.lose(4);
    cluster.assign();
    cluster.assign();

    assertThat(cluster.allCopies().values().stream().mapToInt(Set::size).sum()).isEqualTo(TASKS);
    assertThat(cluster.followUp()).isEmpty();
  }

  @Test
  void whoHasFarMoreThanItsShareGivesTheExcessAway() {
    cluster.join(1);
    cluster.assign();
    assertThat(cluster.active(1, true)).hasSize(TASKS);

    cluster.join(2, 3, 4);
    cluster.nothingIsWritten();
    cluster.assign();

    assertThat(cluster.active(1, true)).hasSize(4);
    assertThat(cluster.active(1, false)).hasSize(4);
  }

  @Test
  void excessStaysWhereNobodyIsNearItsState() {
    cluster.join(1);
    cluster.assign();
    cluster.join(2, 3, 4);
    cluster.assign();

    assertThat(cluster.active(1, true)).as("others would read changelogs first").hasSize(TASKS);
    assertThat(cluster.active(1, false)).hasSize(4);
  }

  @Test
  void excessWithoutStateMovesEvenIfNoLagIsAcceptable() {
    cluster.acceptableLag = 0;
    cluster.join(1);
    cluster.assign();
    cluster.join(2, 3, 4);
    cluster.assign();

    assertThat(cluster.active(1, false)).hasSize(4);
  }

  @Test
  void survivorsKeepWhatTheyTookOverWhenTheDeadAreBack() {
    cluster.join(1, 2, 3, 4);
    cluster.run(1, 6);
    cluster.run(2, TASKS - 6);
    cluster.nothingIsWritten();
    cluster.assign();
    assertThat(cluster.active(1, true)).as("three shares").hasSize(6);

    cluster.run(1, 7);
    cluster.run(2, TASKS - 7);
    cluster.nothingIsWritten();
    cluster.assign();
    assertThat(cluster.active(1, true)).as("more than that").hasSize(4);
  }

  @Test
  void whenAllComeBackTasksAndCopiesGoToTheirState() {
    cluster.join(1, 2, 3, 4);
    cluster.assign();
    for (int worker = 1; worker <= 4; worker++) {
      cluster.lose(worker);
    }
    for (int worker = 1; worker <= 4; worker++) {
      cluster.comeBack(worker);
    }
    Map<Integer, Set<TaskId>> disks = cluster.allCopies();
    cluster.assign();

    for (int worker = 1; worker <= 4; worker++) {
      assertThat(disks.get(worker)).containsAll(cluster.active(worker, true));
      assertThat(disks.get(worker)).containsAll(cluster.copies(worker));
    }
    assertThat(cluster.allCopies().values().stream().mapToInt(Set::size).sum()).isEqualTo(TASKS);
    assertThat(cluster.followUp()).isEmpty();
  }

  @Test
  void onlyOneWorkerHasNoPlaceForCopiesAndWaitsForNone() {
    cluster.join(1);
    cluster.assign();

    assertThat(cluster.copies(1)).isEmpty();
    assertThat(cluster.followUp()).isEmpty();
  }

  /** Workers and what they hold, from one assignment to the next. */
  private static final class Cluster {
    private final Map<ProcessId, Worker> workers = new TreeMap<>();
    private final Map<Integer, Worker> gone = new HashMap<>();
    private final Map<TaskId, TaskInfo> tasks = new TreeMap<>();
    private List<KafkaStreamsAssignment> last = List.of();
    private long acceptableLag = 1_000;

    Cluster() {
      for (int partition = 0; partition < TASKS; partition++) {
        for (int part = 0; part < 2; part++) {
          TaskId id = new TaskId(part, partition);
          tasks.put(id, new Task(id, part == 1));
        }
      }
    }

    void join(int... numbers) {
      for (int number : numbers) {
        ProcessId id = id(number);
        workers.put(id, new Worker(id, new TreeSet<>(), new TreeSet<>(), Set.of()));
      }
    }

    /** Has a worker run so many tasks with state that no worker before it runs. */
    void run(int number, int count) {
      Set<TaskId> taken = new TreeSet<>();
      for (int before = 1; before < number; before++) {
        taken.addAll(active(before, true));
      }
      NavigableSet<TaskId> runs = new TreeSet<>();
      tasks.values().stream()
          .filter(task -> task.isStateful() && !taken.contains(task.id()))
          .limit(count)
          .forEach(task -> runs.add(task.id()));
      for (int other = number; other <= workers.size(); other++) {
        ProcessId id = id(other);
        NavigableSet<TaskId> now = other == number ? runs : new TreeSet<>();
        workers.put(id, new Worker(id, now, new TreeSet<>(), Set.of()));
      }
    }

    /** There is no state yet that anybody could be far from. */
    void nothingIsWritten() {
      workers.replaceAll(
          (id, worker) ->
              new Worker(
                  id, worker.previousActiveTasks(), worker.previousStandbyTasks(), tasks.keySet()));
    }

    void lose(int number) {
      gone.put(number, workers.remove(id(number)));
    }

    /** Starts a lost worker again: what it held is on its disk. */
    void comeBack(int number) {
      Worker was = gone.remove(number);
      NavigableSet<TaskId> disk = new TreeSet<>(was.previousStandbyTasks());
      was.previousActiveTasks().stream()
          .filter(task -> tasks.get(task).isStateful())
          .forEach(disk::add);
      workers.put(was.processId(), new Worker(was.processId(), new TreeSet<>(), disk, disk));
    }

    void assign() {
      last =
          new ArrayList<>(
              new StayingTaskAssignor(Clock.fixed(NOW, ZoneOffset.UTC))
                  .assign(new State(Map.copyOf(workers), tasks, acceptableLag))
                  .assignment());
      for (KafkaStreamsAssignment assignment : last) {
        NavigableSet<TaskId> active =
            of(assignment, task -> task.type() == AssignedTask.Type.ACTIVE);
        NavigableSet<TaskId> copies =
            of(assignment, task -> task.type() == AssignedTask.Type.STANDBY);
        workers.put(
            assignment.processId(), new Worker(assignment.processId(), active, copies, copies));
      }
      assertThat(allActive().values().stream().mapToInt(Set::size).sum()).isEqualTo(tasks.size());
    }

    Optional<Instant> followUp() {
      return last.stream()
          .flatMap(assignment -> assignment.followupRebalanceDeadline().stream())
          .findFirst();
    }

    Map<Integer, Set<TaskId>> allActive() {
      return all(Worker::previousActiveTasks);
    }

    Map<Integer, Set<TaskId>> allCopies() {
      return all(Worker::previousStandbyTasks);
    }

    private Map<Integer, Set<TaskId>> all(java.util.function.Function<Worker, Set<TaskId>> what) {
      Map<Integer, Set<TaskId>> all = new TreeMap<>();
      workers.forEach(
          (id, worker) -> all.put((int) id.id().getLeastSignificantBits(), what.apply(worker)));
      return all;
    }

    Set<TaskId> active(int number, boolean stateful) {
      Set<TaskId> found = new TreeSet<>(allActive().get(number));
      found.removeIf(task -> tasks.get(task).isStateful() != stateful);
      return found;
    }

    Set<TaskId> copies(int number) {
      return allCopies().get(number);
    }

    private static ProcessId id(int number) {
      return new ProcessId(new UUID(0, number));
    }

    private static NavigableSet<TaskId> of(
        KafkaStreamsAssignment assignment, Predicate<AssignedTask> which) {
      NavigableSet<TaskId> found = new TreeSet<>();
      assignment.tasks().values().stream().filter(which).map(AssignedTask::id).forEach(found::add);
      return found;
    }
  }

  private record Task(TaskId id, boolean isStateful) implements TaskInfo {
    @Override
    public Set<String> stateStoreNames() {
      return isStateful ? Set.of("rules") : Set.of();
    }

    @Override
    public Set<TaskTopicPartition> topicPartitions() {
      return Set.of();
    }
  }

  private record State(
      Map<ProcessId, KafkaStreamsState> workers, Map<TaskId, TaskInfo> allTasks, long acceptableLag)
      implements ApplicationState {
    @Override
    public Map<ProcessId, KafkaStreamsState> kafkaStreamsStates(boolean withLags) {
      return workers;
    }

    @Override
    public AssignmentConfigs assignmentConfigs() {
      return new AssignmentConfigs(acceptableLag, 2, 1, 600_000L, List.of());
    }
  }

  /** A worker; what it has of a task, running or on disk, is near. */
  private record Worker(
      ProcessId processId,
      NavigableSet<TaskId> previousActiveTasks,
      NavigableSet<TaskId> previousStandbyTasks,
      Set<TaskId> near)
      implements KafkaStreamsState {
    @Override
    public int numProcessingThreads() {
      return 1;
    }

    @Override
    public NavigableSet<String> consumerClientIds() {
      return new TreeSet<>();
    }

    @Override
    public long lagFor(TaskId task) {
      return near.contains(task) || previousActiveTasks.contains(task) ? 10 : FULL;
    }

    @Override
    public NavigableSet<TaskId> prevTasksByLag(String consumer) {
      return new TreeSet<>();
    }

    @Override
    public Map<TaskId, Long> statefulTasksToLagSums() {
      return Map.of();
    }

    @Override
    public Optional<HostInfo> hostInfo() {
      return Optional.empty();
    }

    @Override
    public Map<String, String> clientTags() {
      return Map.of();
    }

    @Override
    public Optional<String> rackId() {
      return Optional.empty();
    }
  }
}
