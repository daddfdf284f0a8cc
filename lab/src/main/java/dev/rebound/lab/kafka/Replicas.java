package dev.rebound.lab.kafka;

import dev.rebound.lab.fault.FaultOption;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * The brokers of a partition, by their names.
 *
 * @param leader who takes its records; empty while there is none
 * @param followers who copy them, in sync or not
 */
record Replicas(Set<String> leader, Set<String> followers) {
  /** Those of a topic's first partition; empty if no broker tells them within that time. */
  static Optional<Replicas> of(Admin admin, String topic, Duration within) {
    return answer(admin.describeTopics(List.of(topic)).allTopicNames(), within)
        .map(described -> described.get(topic))
        .map(known -> of(known.partitions().get(0)));
  }

  /** What brokers answer within that time; empty if none does. */
  private static <T> Optional<T> answer(KafkaFuture<T> asked, Duration within) {
    try {
      return Optional.of(asked.get(within.toNanos(), TimeUnit.NANOSECONDS));
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  static Replicas of(TopicPartitionInfo partition) {
    Set<String> leader =
        partition.leader() == null ? Set.of() : Set.of(BrokerPlan.name(partition.leader().id()));
    Set<String> followers =
        partition.replicas().stream()
            .map(node -> BrokerPlan.name(node.id()))
            .filter(name -> !leader.contains(name))
            .collect(Collectors.toUnmodifiableSet());
    return new Replicas(leader, followers);
  }

  /**
   * Who leads a partition of any topic with such a name; empty if no broker tells it within that
   * time.
   */
  static Optional<Set<String>> leaders(Admin admin, Predicate<String> named, Duration within) {
    long end = System.nanoTime() + within.toNanos();
    return answer(admin.listTopics().names(), within)
        .map(names -> admin.describeTopics(names.stream().filter(named).toList()).allTopicNames())
        .flatMap(asked -> answer(asked, Duration.ofNanos(end - System.nanoTime())))
        .map(described -> leaders(described.values()));
  }

  static Set<String> leaders(Collection<TopicDescription> topics) {
    return topics.stream()
        .flatMap(topic -> topic.partitions().stream())
        .flatMap(partition -> of(partition).leader().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * @param which a word of {@link FaultOption#WHICH}
   */
  Set<String> named(String which) {
    return which.equals(FaultOption.LEADER) ? leader : followers;
  }
}
