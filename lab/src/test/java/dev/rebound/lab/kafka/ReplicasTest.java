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

  @Test
  void whereNobodyLeadsAllFollow() {
    assertThat(ledBy(null).named(FaultOption.LEADER)).isEmpty();
    assertThat(ledBy(null).named(FaultOption.FOLLOWERS)).hasSize(3);
  }
}
