package dev.rebound.service.activation.activation;

import dev.rebound.service.activation.common.Background;
import dev.rebound.service.activation.common.FirstCause;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.stereotype.Component;

/** Starts the consumers once the topic is there: one that finds none looks again after minutes. */
@Component
class ConsumersStart {
  private static final Logger log = LoggerFactory.getLogger(ConsumersStart.class);

  private final Background topics;
  private final KafkaListenerEndpointRegistry consumers;
  private final String id;

  ConsumersStart(
      Background topics, KafkaListenerEndpointRegistry consumers, ActivationSettings settings) {
    this.topics = topics;
    this.consumers = consumers;
    this.id = settings.consumer().batch() ? ActivationListener.BATCH_ID : ActivationListener.ID;
  }

  @EventListener(ApplicationReadyEvent.class)
  void whenTopicsAreThere() {
    var unused =
        topics
            .done()
            .thenRun(
                () ->
                    Objects.requireNonNull(
                            consumers.getListenerContainer(id), "there is no listener")
                        .start())
            .exceptionally(
                e -> {
                  log.error("the consumers did not start: {}", FirstCause.inWords(e));
                  return null;
                });
  }
}
