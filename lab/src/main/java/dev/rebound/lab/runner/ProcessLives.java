package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.Owner;
import dev.rebound.lab.experiment.RestartPolicy;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.nemesis.HeldMembers;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Writes every start and death of a process to the journal, and finds those that nobody asked for.
 * Called on the platform's threads.
 */
final class ProcessLives implements Platform.ProcessListener {
  private final Journal journal;
  private volatile String phase = "start";
  private volatile @Nullable String broken;
  private volatile @Nullable String died;
  private volatile @Nullable String subjectDied;
  private final AtomicInteger unplanned = new AtomicInteger();

  private final Supervisor supervisor;
  private final RestartPolicy policy;
  private final HeldMembers held;
  private final Set<String> living = ConcurrentHashMap.newKeySet();

  /**
   * @param held who ends while a fault holds it ended of that
   */
  ProcessLives(Journal journal, RestartPolicy policy, Supervisor supervisor, HeldMembers held) {
    this.journal = journal;
    this.policy = policy;
    this.supervisor = supervisor;
    this.held = held;
  }

  void phase(String name) {
    phase = name;
  }

  /** The first death of one of the lab's own processes that was not in order. */
  Optional<String> broken() {
    return Optional.ofNullable(broken);
  }

  /** The first death of any process that was not in order, with its last words; empty if none. */
  Optional<String> died() {
    return Optional.ofNullable(died);
  }

  /** How many were not in order and are made good by nobody. */
  int unplanned() {
    return unplanned.get();
  }

  /**
   * Why the subject does no more work: each of its processes has ended, one at least by itself, and
   * none is started again; empty if that is not so.
   */
  Optional<String> nobodyLeft() {
    return living.isEmpty() && !supervisor.busy() ? subjectDied() : Optional.empty();
  }

  private Optional<String> subjectDied() {
    return Optional.ofNullable(subjectDied);
  }

  private synchronized void breakBy(String what) {
    if (broken == null) {
      broken = what;
    }
  }

  private synchronized void dieOf(String what) {
    if (died == null) {
      died = what;
    }
  }

  @Override
  public void started(Node node, Incarnation incarnation) {
    if (node.owner() == Owner.SUBJECT) {
      living.add(life(node, incarnation));
    }
    journal.append(
        new Event.ProcessStarted(
            node.name(), node.role(), incarnation.number(), incarnation.pid(), node.owner()));
  }

  @Override
  public void exited(
      Node node,
      Incarnation incarnation,
      int exitStatus,
      boolean expected,
      List<String> lastLines) {
    boolean ours = node.owner() == Owner.INSTRUMENT;
    boolean subject = node.owner() == Owner.SUBJECT;
    boolean done = subject && policy.endsWhenIdle() && exitStatus == 0 && phase.equals("drain");
    boolean inOrder = expected || done || (ours && exitStatus == 0);
    String what = node.name() + " ended by itself" + status(exitStatus) + " in phase " + phase;
    if (!inOrder && ours) {
      breakBy(what);
    }
    Optional<Supervisor.PlannedRestart> again =
        inOrder
            ? Optional.empty()
            : held.supervised(node)
                ? supervisor.endedUnderFault(node, incarnation)
                : subject ? supervisor.ended(node, incarnation) : Optional.empty();
    OptionalInt fault = inOrder ? OptionalInt.empty() : held.endedOf(node, incarnation);
    if (subject) {
      living.remove(life(node, incarnation));
    }
    journal.append(
        new Event.ProcessExited(
            node.name(),
            node.role(),
            incarnation.number(),
            exitStatus,
            inOrder,
            lastLines,
            again.map(Supervisor.PlannedRestart::number).orElse(0),
            fault.orElse(0)));
    if (inOrder) {
      return;
    }
    String words = what + LastWords.of(lastLines);
    dieOf(words);
    if (subject && fault.isEmpty()) {
      subjectDied = words;
    }
    if (again.isPresent()) {
      journal.append(
          new Event.Progress(
              node.name()
                  + " is started again "
                  + (again.get().after().isZero()
                      ? "at once"
                      : "in " + Words.duration(again.get().after().toMillis()))
                  + " (restart "
                  + again.get().number()
                  + ")"));
      return;
    }
    if (fault.isPresent()) {
      journal.append(
          new Event.Progress(
              node.name()
                  + " is started again "
                  + (node.restartsItself()
                      ? "by its daemon"
                      : "when fault " + fault.getAsInt() + " is healed")));
      return;
    }
    if (!node.role().equals("tool")) {
      unplanned.incrementAndGet();
    }
    journal.append(
        new Event.DoubtRaised(
            "unplanned-exit",
            what + (lastLines.isEmpty() ? "" : ": " + lastLines.get(lastLines.size() - 1)),
            "See logs/" + node.name() + ".log in the run's folder."));
  }

  /** The end of one life may be heard of once the next has begun. */
  private static String life(Node node, Incarnation incarnation) {
    return node.name() + " " + incarnation.number();
  }

  private static String status(int exitStatus) {
    return exitStatus == UNTOLD ? "" : " with status " + exitStatus;
  }
}
