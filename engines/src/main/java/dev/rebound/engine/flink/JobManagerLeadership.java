package dev.rebound.engine.flink;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.lab.time.Looks;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Node;
import dev.rebound.platform.NodeTail;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Which of several JobManagers leads, as their own logs say. One alone leads as long as it lives.
 *
 * <p>One is granted leadership when ZooKeeper has ended the session of the one before, and loses it
 * when it hears no more of ZooKeeper, or with its life. Thread-safe.
 */
final class JobManagerLeadership {
  private final List<Transition> unheard = new ArrayList<>();
  private final List<Contender> contenders;
  private final String granted;
  private final String revoked;

  /**
   * @param texts of the version that runs: {@code granted} and {@code revoked}
   */
  JobManagerLeadership(List<Node> jobManagers, Map<String, String> texts) {
    this(jobManagers, texts, Time.real()::micros);
  }

  /**
   * @param micros the clock of whoever looks
   */
  JobManagerLeadership(List<Node> jobManagers, Map<String, String> texts, LongSupplier micros) {
    this.contenders =
        jobManagers.stream()
            .map(node -> new Contender(node, new Looks(micros, Duration.ZERO)))
            .toList();
    this.granted = texts.getOrDefault("granted", "");
    this.revoked = texts.getOrDefault("revoked", "");
  }

  /** A JobManager, and what its log has said so far. */
  private static final class Contender {
    private final Node node;
    private final NodeTail log;
    private final Looks looks;
    private long leadsSinceMicros;

    Contender(Node node, Looks looks) {
      this.node = node;
      this.looks = looks;
      this.log = node.follow(Node.LOG);
    }

    /** True if it lives, and was granted leadership in this life. */
    boolean leads() {
      return node.alive() && leadsSinceMicros >= node.current().startMicros();
    }
  }

  /** True if there is nobody to take over. */
  boolean alone() {
    return contenders.size() == 1;
  }

  /** The leader, if there is one right now. */
  synchronized Optional<Node> leader() {
    if (alone()) {
      return Optional.of(contenders.get(0).node).filter(Node::alive);
    }
    look();
    return contenders.stream()
        .filter(Contender::leads)
        .max(Comparator.comparingLong(one -> one.leadsSinceMicros))
        .map(one -> one.node);
  }

  /** Whom to ask: the leader, or one that lives, which may know who leads. */
  Node spokesman() {
    return leader()
        .or(() -> contenders.stream().map(one -> one.node).filter(Node::alive).findFirst())
        .orElse(contenders.get(0).node);
  }

  /** Who was granted leadership since the last call: that the one before is gone was noticed. */
  synchronized List<Transition> news() {
    look();
    List<Transition> news = List.copyOf(unheard);
    unheard.clear();
    return news;
  }

  private void look() {
    if (alone()) {
      return;
    }
    for (Contender one : contenders) {
      try {
        one.looks.begin();
        List<String> lines = one.log.poll();
        one.looks.over();
        lines.forEach(line -> read(one, line));
      } catch (IOException e) {
        // The next look tells.
      }
    }
  }

  private void read(Contender one, String line) {
    if (line.contains(revoked)) {
      one.leadsSinceMicros = 0;
    } else if (line.contains(granted)) {
      long said = FollowedCluster.micros(line);
      if (said > 0) {
        long micros = one.looks.bounded(said);
        one.leadsSinceMicros = micros;
        unheard.add(
            new Transition(micros, Step.DETECTED, one.node.name(), "was granted leadership"));
      }
    }
  }
}
