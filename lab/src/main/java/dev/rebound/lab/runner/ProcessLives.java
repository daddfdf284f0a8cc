package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Event;
import dev.rebound.base.Owner;
import dev.rebound.lab.journal.Journal;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import dev.rebound.platform.Platform;
import java.util.List;
import java.util.Optional;
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

  ProcessLives(Journal journal) {
    this.journal = journal;
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
    boolean inOrder = expected || (ours && exitStatus == 0);
    String what = node.name() + " ended by itself" + status(exitStatus) + " in phase " + phase;
    if (!inOrder && ours) {
      breakBy(what);
    }
    journal.append(
        new Event.ProcessExited(
            node.name(), node.role(), incarnation.number(), exitStatus, inOrder, lastLines));
    if (!inOrder) {
      dieOf(what + LastWords.of(lastLines));
      journal.append(
          new Event.DoubtRaised(
              "unplanned-exit",
              what + (lastLines.isEmpty() ? "" : ": " + lastLines.get(lastLines.size() - 1)),
              "See logs/" + node.name() + ".log in the run's folder."));
    }
  }

  private static String status(int exitStatus) {
    return exitStatus == UNTOLD ? "" : " with status " + exitStatus;
  }
}
