package dev.rebound.service.activation.activation;

import dev.rebound.service.activation.activation.ActivationSettings.Acknowledge;
import dev.rebound.service.activation.common.FirstCause;
import dev.rebound.service.activation.common.RequestJson;
import dev.rebound.service.activation.common.TopicSettings;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.ContainerCustomizer;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties.AckMode;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer;
import org.springframework.kafka.listener.DeadLetterPublishingRecoverer.HeaderNames.HeadersToAdd;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.kafka.listener.MessageListenerContainer;
import org.springframework.util.backoff.FixedBackOff;

/** Puts together what reads the topic. */
@Configuration(proxyBeanMethods = false)
class ConsumerConfiguration {
  private static final Logger log = LoggerFactory.getLogger(ConsumerConfiguration.class);

  @Bean
  ActivationListener activationListener(
      Activations activations,
      RequestJson json,
      DeadLetters deadLetters,
      ActivationSettings settings) {
    return new ActivationListener(activations, json, deadLetters, settings.consumer());
  }

  @Bean
  DeadLetters deadLetters(KafkaTemplate<byte[], byte[]> template, TopicSettings settings) {
    TopicPartition anyPartition = new TopicPartition(settings.deadLetterTopic(), -1);
    DeadLetterPublishingRecoverer recoverer =
        new DeadLetterPublishingRecoverer(template, (record, e) -> anyPartition);
    recoverer.setFailIfSendResultIsError(true);
    recoverer.excludeHeader(HeadersToAdd.EX_STACKTRACE);
    return recoverer::accept;
  }

  /**
   * Acknowledging before the save is a mistake only if the acknowledgement is committed before it;
   * otherwise commits wait for the end of what was polled together, and nobody waits for them: a
   * nack commits what came before it, and where that threw, its record would be passed over. A
   * later commit makes up for one that failed.
   */
  @Bean
  ContainerCustomizer<Object, Object, ConcurrentMessageListenerContainer<Object, Object>>
      acknowledgements(ActivationSettings settings) {
    return container -> {
      if (settings.consumer().acknowledge() == Acknowledge.BEFORE_SAVE) {
        container.getContainerProperties().setAckMode(AckMode.MANUAL_IMMEDIATE);
      } else {
        container.getContainerProperties().setSyncCommits(false);
        container
            .getContainerProperties()
            .setCommitCallback(
                (offsets, e) -> {
                  if (e != null) {
                    log.warn("consumer: {}", FirstCause.inWords(e));
                  }
                });
      }
    };
  }

  /** In one line what Spring logs with a stack trace, such as a poll while the broker is away. */
  @Bean
  CommonErrorHandler errorHandler(ActivationSettings settings) {
    return new DefaultErrorHandler(
        new FixedBackOff(settings.consumer().pause().toMillis(), FixedBackOff.UNLIMITED_ATTEMPTS)) {
      @Override
      public void handleOtherException(
          Exception e,
          Consumer<?, ?> consumer,
          MessageListenerContainer container,
          boolean batchListener) {
        log.warn("consumer: {}", FirstCause.inWords(e));
      }
    };
  }
}
