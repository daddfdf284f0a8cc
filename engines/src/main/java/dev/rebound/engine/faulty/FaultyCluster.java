package dev.rebound.engine.faulty;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.lab.probe.JobProgress;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Running faulty workers, followed through the events that they write: who holds which partitions,
 * and the steps of a rebalance. Thread-safe.
 */
final class FaultyCluster extends FollowedCluster<JsonNode> {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  private final String group;
  private final int partitions;
  private final Map<String, Holding> holdings = new HashMap<>();

  /** The partitions that a life of a worker holds. */
  private record Holding(int incarnation, Set<Integer> partitions) {}

  FaultyCluster(Members workers, String group, int partitions) {
    super("faulty", workers, STOP_GRACE, Map.of());
    this.group = group;
    this.partitions = partitions;
  }

  @Override
  protected List<Statement<JsonNode>> event(Node member, JsonNode event) {
    return List.of(new Statement<>(member, event.path("atMicros").asLong(), event));
  }

  @Override
  protected synchronized List<Transition> understand(Statement<JsonNode> statement) {
    String worker = statement.member().name();
    long at = statement.atMicros();
    int incarnation = statement.says().path("incarnation").asInt();
    String listed = statement.says().path("partitions").asText();
    return switch (statement.says().path("event").asText()) {
      case "revoked", "lost" -> {
        holdings.put(worker, new Holding(incarnation, Set.of()));
        yield listed.isEmpty()
            ? List.of()
            : List.of(new Transition(at, Step.DETECTED, worker, "gave back partitions " + listed));
      }
      case "assigned" -> {
        holdings.put(worker, new Holding(incarnation, numbers(listed)));
        yield List.of(new Transition(at, Step.REASSIGNED, worker, "holds partitions " + listed));
      }
      case "resumed" -> List.of(new Transition(at, Step.RESTORED, worker, "reads again"));
      default -> List.of(); // the other events are for people
    };
  }

  private static Set<Integer> numbers(String listed) {
    Set<Integer> numbers = new TreeSet<>();
    for (String number : listed.split(",", -1)) {
      if (!number.isEmpty()) {
        numbers.add(Integer.parseInt(number));
      }
    }
    return numbers;
  }

  /** Every input partition is to have one holder, and every worker that can a partition. */
  @Override
  protected synchronized Optional<String> missing() {
    long held = holdings.values().stream().mapToLong(holding -> holding.partitions().size()).sum();
    long holders =
        holdings.values().stream().filter(holding -> !holding.partitions().isEmpty()).count();
    return held == partitions && holders == Math.min(members().all().size(), partitions)
        ? Optional.empty()
        : Optional.of("not every one of " + partitions + " partitions has a holder: " + holdings);
  }

  @Override
  public Set<String> holdingWork(String role) {
    Set<String> holders = new TreeSet<>();
    for (Node node : nodes(role)) {
      Holding holding;
      synchronized (this) {
        holding = holdings.get(node.name());
      }
      if (holding != null
          && node.alive()
          && node.current().number() == holding.incarnation()
          && !holding.partitions().isEmpty()) {
        holders.add(node.name());
      }
    }
    return holders;
  }

  @Override
  public JobProgress progress() {
    return new JobProgress.CommittedByGroup(group);
  }
}
