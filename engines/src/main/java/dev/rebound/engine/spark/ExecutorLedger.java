package dev.rebound.engine.spark;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which executors the driver has, whose processes they are and which of them had work in the last
 * batch; tells the steps of a recovery as they follow from it.
 *
 * <ul>
 *   <li>{@link Step#DETECTED}: the driver sees that an executor is gone.
 *   <li>{@link Step#REASSIGNED}: the first task since then has begun, on an executor that lives.
 *   <li>{@link Step#RESTORED}: a batch with such tasks is done, states and all.
 * </ul>
 *
 * <p>Pure state; guarded by its owner.
 */
final class ExecutorLedger {
  /** An executor, which Spark numbers anew in each life of the driver. */
  record Executor(String application, String number) {}

  /** The process of an executor. */
  private record ExecutorProcess(String worker, long pid) {}

  private final Map<Executor, ExecutorProcess> processes = new HashMap<>();
  private final Set<String> registered = new TreeSet<>();
  private final Map<Long, Long> lateByBatch = new HashMap<>();
  private String application = "";
  private final Set<String> begun = new TreeSet<>();
  private Set<String> ofLastBatch = Set.of();
  private boolean queryRuns;
  private boolean taskAwaited = true;
  private boolean batchAwaited = true;
  private long watermarkMillis;
  private long newestMillis;

  /** An executor says which process it is. */
  void process(String worker, Executor executor, long pid) {
    processes.put(executor, new ExecutorProcess(worker, pid));
  }

  /** A life of the driver has begun, or is over: it has no executors, and no batch runs. */
  void driverBegins() {
    application = "";
    registered.clear();
    begun.clear();
    ofLastBatch = Set.of();
    queryRuns = false;
    taskAwaited = true;
    batchAwaited = true;
  }

  void registered(Executor executor) {
    application = executor.application();
    registered.add(executor.number());
  }

  void queryRuns() {
    queryRuns = true;
  }

  /** A query has come to its end, and no batch runs until one begins. */
  void queryEnded() {
    queryRuns = false;
    batchAwaited = true;
  }

  /** The driver sees that an executor is gone. */
  List<Transition> lost(long atMicros, String driver, Executor executor, String reason) {
    if (!registered.remove(executor.number())) {
      return List.of();
    }
    taskAwaited = true;
    batchAwaited = true;
    return List.of(
        new Transition(
            atMicros,
            Step.DETECTED,
            driver,
            "lost executor of " + worker(executor) + ": " + reason));
  }

  /** An executor begins its first task of a batch, or since another one was lost. */
  List<Transition> task(long atMicros, Executor executor) {
    begun.add(executor.number());
    if (!taskAwaited) {
      return List.of();
    }
    taskAwaited = false;
    String worker = worker(executor);
    return List.of(
        new Transition(atMicros, Step.REASSIGNED, worker, "the first task, on " + worker));
  }

  /**
   * A batch is done.
   *
   * @param late how many of its rows were dropped as they came late
   */
  List<Transition> batch(long atMicros, String driver, long batch, long late) {
    ofLastBatch = Set.copyOf(begun);
    begun.clear();
    // One that is done again after its end was not noted is the same batch.
    lateByBatch.put(batch, late);
    if (!batchAwaited || taskAwaited) {
      return List.of();
    }
    batchAwaited = false;
    return List.of(new Transition(atMicros, Step.RESTORED, driver, "batch " + batch + " is done"));
  }

  /**
   * The times of a batch that is done, milliseconds since the epoch; 0 where it has none.
   *
   * @param watermarkMillis by which it closed windows
   * @param newestMillis of its newest row
   */
  void times(long watermarkMillis, long newestMillis) {
    this.watermarkMillis = Math.max(this.watermarkMillis, watermarkMillis);
    this.newestMillis = Math.max(this.newestMillis, newestMillis);
  }

  /**
   * Whether windows have ended that no batch has closed yet: what a batch brings closes them with
   * the next one alone.
   *
   * @param latenessMillis how far the watermark is behind the newest row
   */
  boolean windowsEnded(long latenessMillis) {
    return watermarkMillis < newestMillis - latenessMillis;
  }

  private String worker(Executor executor) {
    ExecutorProcess process = processes.get(executor);
    return process == null ? "executor " + executor.number() : process.worker();
  }

  /** Whether the executor that is this process has tasks of this batch or the last. */
  boolean working(String worker, long pid) {
    return number(worker, pid)
        .filter(number -> begun.contains(number) || ofLastBatch.contains(number))
        .isPresent();
  }

  /** Whether the driver has the executor that is this process. */
  boolean up(String worker, long pid) {
    return number(worker, pid).isPresent();
  }

  private Optional<String> number(String worker, long pid) {
    ExecutorProcess wanted = new ExecutorProcess(worker, pid);
    return registered.stream()
        .filter(number -> wanted.equals(processes.get(new Executor(application, number))))
        .findFirst();
  }

  /** How many executors the driver has, of a query that runs. */
  int ready() {
    return queryRuns ? registered.size() : 0;
  }

  /** Whether the last batch has come through, and nothing was lost since. */
  boolean batchesRun() {
    return queryRuns && !batchAwaited;
  }

  /** Rows that were dropped as they came late, over all batches. */
  long droppedLate() {
    return lateByBatch.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public String toString() {
    return "the driver has executors %s%s"
        .formatted(registered, queryRuns ? ", and the query runs" : ", and no query runs yet");
  }
}
