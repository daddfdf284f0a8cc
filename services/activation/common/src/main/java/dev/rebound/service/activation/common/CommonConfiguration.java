package dev.rebound.service.activation.common;

import jakarta.validation.Validator;
import java.time.Duration;
import org.apache.kafka.clients.admin.NewTopic;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.kafka.support.ProducerListener;
import tools.jackson.databind.json.JsonMapper;

/** The parts that both services have in common. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(TopicSettings.class)
@Import(Problems.class)
public class CommonConfiguration {
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

  @Bean
  RequestJson requestJson(JsonMapper mapper, Validator validator) {
    return new RequestJson(mapper, validator);
  }

  /**
   * Sees to it that the topics are there, as soon as a broker answers. Spring's own way tries once,
   * while the service starts, which then takes as long as the broker is away.
   */
  @Bean(initMethod = "start", destroyMethod = "close")
  Background topics(KafkaAdmin admin, TopicSettings settings) {
    return new Background(
        "topics",
        () -> admin.createOrModifyTopics(settings.topics().toArray(NewTopic[]::new)),
        BETWEEN_TRIES);
  }

  /** In place of Spring's, which logs a stack trace for each record that was not sent. */
  @Bean
  ProducerListener<Object, Object> producerListener() {
    return new ProducerListener<>() {};
  }
}
