package dev.rebound.engine.storm;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which worker lives and reads which partitions, from what workers, supervisors and Nimbus say and
 * from who has died; tells the steps of a recovery as they follow from it.
 *
 * <ul>
 *   <li>{@link Step#DETECTED}: a supervisor sees that a worker ended, or that it is silent; or
 *       Nimbus misses it.
 *   <li>{@link Step#REASSIGNED}: every dead worker is launched anew, or Nimbus has given the work
 *       of those that it missed to others.
 *   <li>{@link Step#RESTORED}: every partition is read by a living worker.
 * </ul>
 *
 * <p>Pure state; guarded by its owner.
 */
final class WorkerLedger {
  /** A worker between its launch and its death. */
  private enum Existence {
    UP,
    DEAD,
    LAUNCHED
  }

  /**
   * What a life of a worker reads. Worker and platform each number the lives that they have seen,
   * and may have missed others: its process is what both know.
   *
   * @param incarnation its number, by the worker itself
   */
  private record WorkerLife(int incarnation, long pid, Set<String> held, Set<String> reading) {}

  private final Map<String, Existence> workers = new TreeMap<>();
  private final Map<String, WorkerLife> lives = new TreeMap<>();
  private int of;
  private boolean allRead;

  /** A life has begun, and reads nothing yet: no step follows. */
  List<Transition> started(String worker, int incarnation, long pid) {
    workers.put(worker, Existence.UP);
    lives.put(worker, new WorkerLife(incarnation, pid, Set.of(), Set.of()));
    reckon();
    return List.of();
  }

  /** This life of a worker is over: nobody reads what it read. */
  void died(String worker, long pid) {
    if (up(worker, pid)) {
      lives.remove(worker);
      // One that is launched anew already died before that.
      workers.computeIfPresent(worker, (name, was) -> was == Existence.UP ? Existence.DEAD : was);
      reckon();
    }
  }

  /** A supervisor sees that a worker is dead, or takes it for dead and ends it. */
  List<Transition> missed(long atMicros, String supervisor, String worker, String detail) {
    workers.put(worker, Existence.DEAD);
    return List.of(new Transition(atMicros, Step.DETECTED, supervisor, detail));
  }

  /** A supervisor launches a worker. */
  List<Transition> launched(long atMicros, String supervisor, String worker) {
    boolean dead = workers.containsValue(Existence.DEAD);
    workers.put(worker, Existence.LAUNCHED);
    return dead && !workers.containsValue(Existence.DEAD)
        ? List.of(
            new Transition(atMicros, Step.REASSIGNED, supervisor, worker + " is launched anew"))
        : List.of();
  }

  /** Nimbus has given work to other workers. */
  List<Transition> moved(long atMicros, String nimbus) {
    return workers.containsValue(Existence.DEAD)
        ? List.of(new Transition(atMicros, Step.REASSIGNED, nimbus, "work is moved"))
        : List.of();
  }

  /**
   * A worker says what it reads; the step that follows from it. Of a life that is over it says
   * nothing.
   */
  List<Transition> reads(
      long atMicros,
      String worker,
      int incarnation,
      int partitions,
      Set<String> held,
      Set<String> reading) {
    WorkerLife life = lives.get(worker);
    if (life == null || life.incarnation() != incarnation) {
      return List.of();
    }
    of = partitions;
    lives.put(worker, new WorkerLife(incarnation, life.pid(), held, reading));
    boolean before = allRead;
    reckon();
    return allRead && !before
        ? List.of(
            new Transition(
                atMicros, Step.RESTORED, worker, "all " + of + " partitions are read again"))
        : List.of();
  }

  private void reckon() {
    Set<String> reading = new TreeSet<>();
    lives.values().forEach(life -> reading.addAll(life.reading()));
    allRead = of > 0 && reading.size() >= of;
  }

  /** Partitions that there are; 0 as long as nobody has said. */
  int partitions() {
    return of;
  }

  /** Living workers that have partitions to read. */
  Set<String> holders() {
    Set<String> holders = new TreeSet<>();
    lives.forEach(
        (worker, life) -> {
          if (!life.held().isEmpty()) {
            holders.add(worker);
          }
        });
    return holders;
  }

  /** Whether this life of a worker is at work. */
  boolean up(String worker, long pid) {
    WorkerLife life = lives.get(worker);
    return life != null && life.pid() == pid;
  }

  /** Whether every partition is read by a living worker. */
  boolean allRead() {
    return allRead;
  }

  @Override
  public String toString() {
    return "of " + of + " partitions are read: " + lives;
  }
}
