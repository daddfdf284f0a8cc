package dev.rebound.service.activation.common;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The topic that requests stand in, and the one for records that cannot be carried out.
 *
 * @param topicSettings settings of both at the broker, such as retention.ms
 */
@ConfigurationProperties("activation")
public record TopicSettings(
    String topic,
    String deadLetterTopic,
    int partitions,
    short replicas,
    @DefaultValue Map<String, String> topicSettings) {

  /**
   * Both, as they are to be created. Few records are set aside: one partition keeps their order.
   */
  List<NewTopic> topics() {
    return List.of(
        new NewTopic(topic, partitions, replicas).configs(topicSettings),
        new NewTopic(deadLetterTopic, 1, replicas).configs(topicSettings));
  }
}
