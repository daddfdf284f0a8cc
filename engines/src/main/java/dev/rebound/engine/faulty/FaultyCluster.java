package dev.rebound.engine.faulty;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.engine.adapter.FollowedCluster;
import dev.rebound.engine.adapter.Members;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Running faulty workers, followed through the events that they write: who holds which partitions,
 * and the steps of a rebalance. Thread-safe.
 */
final class FaultyCluster extends FollowedCluster {
  private static final Duration STOP_GRACE = Duration.ofSeconds(10);

  private final int partitions;
  private final Map<String, Holding> holdings = new HashMap<>();

  /** The partitions that a life of a worker holds. */
  private record Holding(int incarnation, Set<Integer> partitions) {}

  FaultyCluster(Members workers, String group, int partitions) {
    super("faulty", group, workers, STOP_GRACE, Map.of());
    this.partitions = partitions;
  }

  @Override
  protected List<Transition> event(Node member, long at, JsonNode event) {
    String worker = member.name();
    int incarnation = event.path("incarnation").asInt();
    String listed = event.path("partitions").asText();
    return switch (event.path("event").asText()) {
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
    return listed.isEmpty()
        ? Set.of()
        : Stream.of(listed.split(",")).map(Integer::valueOf).collect(Collectors.toSet());
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
  protected Set<String> holders() {
    Set<String> holders = new TreeSet<>();
    for (Node node : members().all()) {
      Holding holding = holdings.get(node.name());
      if (holding != null
          && node.current().number() == holding.incarnation()
          && !holding.partitions().isEmpty()) {
        holders.add(node.name());
      }
    }
    return holders;
  }
}
