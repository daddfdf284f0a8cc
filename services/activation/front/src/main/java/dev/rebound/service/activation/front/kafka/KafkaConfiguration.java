package dev.rebound.service.activation.front.kafka;

import dev.rebound.service.activation.common.RequestJson;
import dev.rebound.service.activation.common.TopicSettings;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.core.KafkaTemplate;

/** Puts together what writes to the topic. */
@Configuration(proxyBeanMethods = false)
class KafkaConfiguration {
  @Bean(destroyMethod = "close")
  ProducerThreads producerThreads(ProducerThreads.Settings settings) {
    return new ProducerThreads(settings);
  }

  /** Keyed by the request's identity, so that its repetitions stay in order. */
  @Bean
  RequestTopic requestTopic(KafkaTemplate<byte[], byte[]> template, TopicSettings settings) {
    return (requestId, request) ->
        template.send(
            new ProducerRecord<>(
                settings.topic(), requestId.getBytes(StandardCharsets.UTF_8), request));
  }

  @Bean
  TopicWriter topicWriter(
      RequestTopic topic, RequestJson json, ProducerThreads threads, KafkaSettings settings) {
    return new TopicWriter(topic, json, threads, settings);
  }
}
