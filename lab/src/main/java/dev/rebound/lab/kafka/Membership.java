package dev.rebound.lab.kafka;

import dev.rebound.platform.Node;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Tells whether a broker that was started again is a full member of its cluster. */
record Membership(Admin admin) {
  private static final long ASK_SECONDS = 5;

  /**
   * Tells in words what is missing; empty if nothing is: the others know it, and every partition of
   * the topics with such names has all its replicas in sync.
   */
  Optional<String> missing(Node broker, Predicate<String> named) {
    String id = broker.name().substring(broker.name().lastIndexOf('-') + 1);
    try {
      boolean known =
          admin.describeCluster().nodes().get(ASK_SECONDS, TimeUnit.SECONDS).stream()
              .anyMatch(node -> node.idString().equals(id));
      if (!known) {
        return Optional.of("the cluster does not know it");
      }
      List<String> topics =
          admin.listTopics().names().get(ASK_SECONDS, TimeUnit.SECONDS).stream()
              .filter(named)
              .toList();
      int behind = 0;
      for (var topic : admin.describeTopics(topics).topicNameValues().values()) {
        behind += behind(topic);
      }
      return behind == 0
          ? Optional.empty()
          : Optional.of(behind + " partitions do not have all their replicas in sync");
    } catch (ExecutionException e) {
      return Optional.of("the brokers do not answer: " + e.getCause());
    } catch (TimeoutException e) {
      return Optional.of("the brokers do not answer within " + ASK_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("nobody waited for the brokers' answer");
    }
  }

  /** Partitions without a leader or with a replica that is not in sync; 0 of a topic not made. */
  private static int behind(KafkaFuture<TopicDescription> topic)
      throws ExecutionException, InterruptedException, TimeoutException {
    try {
      return (int)
          topic.get(ASK_SECONDS, TimeUnit.SECONDS).partitions().stream()
              .filter(p -> p.leader() == null || p.isr().size() < p.replicas().size())
              .count();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return 0;
      }
      throw e;
    }
  }
}
