package dev.rebound.lab.nemesis;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.fault.ActProof;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A fault that hits each of its victims as soon as its log has a new line with a text. The logs are
 * followed aside, and {@link #look} only takes in what has come of it; {@link #cut} alone waits.
 * For one thread.
 */
final class FaultAtLine {
  /** What is to be hit in the midst of its work may be over with it in a tenth of a second. */
  private static final Duration LOOK = Duration.ofMillis(2);

  private final FaultExecution execution;
  private final String line;
  private final Nemesis nemesis;
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<AwaitedVictim> victims;

  /** Done once it is hit, or is not to be; spared if no line came before that. */
  private record AwaitedVictim(Node node, AtomicBoolean spared, CompletableFuture<ActProof> hit) {}

  /** Begins to follow the logs. */
  FaultAtLine(FaultExecution execution, String line, Nemesis nemesis) {
    this.execution = execution;
    this.line = line;
    this.nemesis = nemesis;
    this.victims = execution.victims().stream().map(this::follow).toList();
  }

  private AwaitedVictim follow(Node node) {
    NodeTail log = node.follow(Node.LOG);
    poll(log); // what it has printed before
    AtomicBoolean spared = new AtomicBoolean();
    return new AwaitedVictim(node, spared, nemesis.act(execution, node, () -> await(log, spared)));
  }

  private static List<String> poll(NodeTail log) {
    try {
      return log.poll();
    } catch (IOException e) {
      throw ReboundException.environment(
          "the log of a node cannot be read: " + e.getMessage(),
          "See whether the disk is full or gone.",
          e);
    }
  }

  private void await(NodeTail log, AtomicBoolean spared) {
    while (poll(log).stream().noneMatch(one -> one.contains(line))) {
      if (over.get()) {
        spared.set(true);
        throw ReboundException.environment(
            "no new line of its log had \"" + line + "\" before the faults phase ended",
            "Lengthen phases.faults, or let when be a text that it prints.");
      }
      nemesis.time.sleep(LOOK);
    }
  }

  /** Takes in what was done; false once every victim was hit, or was not to be. */
  boolean look() {
    if (!victims.stream().allMatch(victim -> victim.hit().isDone())) {
      return true;
    }
    take();
    return false;
  }

  /** Hits nobody any more. */
  void cut() {
    over.set(true);
    take();
  }

  private void take() {
    List<ActProof> proofs =
        nemesis.answered(execution, victims.stream().map(AwaitedVictim::hit).toList());
    for (int i = 0; i < proofs.size(); i++) {
      AwaitedVictim victim = victims.get(i);
      ActProof proof = proofs.get(i);
      if (victim.spared().get()) {
        nemesis.note(execution, victim.node(), proof);
      } else {
        nemesis.hit(execution, victim.node(), proof);
      }
    }
    nemesis.judge(execution);
  }
}
