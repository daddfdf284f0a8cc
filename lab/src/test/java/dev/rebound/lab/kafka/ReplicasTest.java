package dev.rebound.lab.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.fault.FaultOption;
import dev.rebound.lab.fault.NamedMembers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Who leads a partition, and who follows. */
class ReplicasTest {
  private static final List<Node> NODES =
      IntStream.rangeClosed(1, 3).mapToObj(id -> new Node(id, "localhost", 9092 + id)).toList();

  private static Replicas ledBy(@Nullable Node leader) {
    return Replicas.of(new TopicPartitionInfo(0, leader, NODES, NODES.subList(0, 1)));
  }

  @Test
  void whoDoesNotLeadFollowsInSyncOrNot() {
    Replicas replicas = ledBy(NODES.get(1));
    assertThat(replicas.named(FaultOption.LEADER)).containsExactly("broker-2");
    assertThat(replicas.named(FaultOption.FOLLOWERS))
        .containsExactlyInAnyOrder("broker-1", "broker-3");
  }

  @Test
  void thoseOfBeforeAreNamedWhereNobodyTellsInTime() {
    KnownReplicas known = new KnownReplicas();
    List<Duration> limits = new ArrayList<>();
    Function<Duration, Optional<Replicas>> nobody =
        limit -> {
          limits.add(limit);
          return Optional.empty();
        };
    assertThat(known.named(FaultOption.LEADER, nobody))
        .isEqualTo(new NamedMembers(Set.of(), false));
    assertThat(known.named(FaultOption.LEADER, limit -> Optional.of(ledBy(NODES.get(1)))))
        .isEqualTo(new NamedMembers(Set.of("broker-2"), true));
    assertThat(known.named(FaultOption.LEADER, nobody))
        .isEqualTo(new NamedMembers(Set.of("broker-2"), false));
    assertThat(known.named(FaultOption.LEADER, limit -> Optional.of(ledBy(NODES.get(2)))).names())
        .containsExactly("broker-3");
    assertThat(limits)
        .as("the first question comes before the faults")
        .containsExactly(Duration.ofSeconds(30), Duration.ofSeconds(1));
  }

  private static TopicDescription topic(String name, Node... leaders) {
    return new TopicDescription(
        name,
        false,
        IntStream.range(0, leaders.length)
            .mapToObj(p -> new TopicPartitionInfo(p, leaders[p], NODES, NODES))
            .toList());
  }

  @Test
  void whoLeadsNoPartitionOfAnyTopicHoldsNoWork() {
    TopicDescription input = topic("input", NODES.get(0), NODES.get(0));
    assertThat(Replicas.leaders(List.of(input, topic("output", NODES.get(0)))))
        .containsExactly("broker-1");
    assertThat(Replicas.leaders(List.of(input, topic("output", NODES.get(2)))))
        .containsExactlyInAnyOrder("broker-1", "broker-3");
  }

  @Test
  void leadersOfBeforeAreNamedWhereNobodyTellsNow() {
    Set<String> living = Set.of("broker-1", "broker-2");
    KnownLeaders known = new KnownLeaders();
    assertThat(known.among(living, limit -> Optional.empty())).as("any may lead").isEqualTo(living);
    assertThat(known.told()).isFalse();
    assertThat(known.among(living, limit -> Optional.of(Set.of("broker-2", "broker-3"))))
        .containsExactly("broker-2");
    assertThat(known.told()).isTrue();
    assertThat(known.among(living, limit -> Optional.empty())).containsExactly("broker-2");
    assertThat(known.told()).as("the output has to show what a fault did").isFalse();
    assertThat(known.among(Set.of("broker-1"), limit -> Optional.of(Set.of("broker-3"))))
        .as("a dead one is named until it is found out")
        .containsExactly("broker-1");
    assertThat(known.told()).isFalse();
  }

  @Test
  void whereNobodyLeadsAllFollow() {
    assertThat(ledBy(null).named(FaultOption.LEADER)).isEmpty();
    assertThat(ledBy(null).named(FaultOption.FOLLOWERS)).hasSize(3);
  }
}
