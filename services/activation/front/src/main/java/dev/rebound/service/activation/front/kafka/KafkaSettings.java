package dev.rebound.service.activation.front.kafka;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Handing requests to the topic.
 *
 * @param awaitAcknowledgement whether a request is answered only once the broker has it. False is a
 *     classic mistake: what the producer still holds dies with the front
 * @param answerTimeout by which every request has its answer
 */
@ConfigurationProperties("activation.kafka")
public record KafkaSettings(boolean awaitAcknowledgement, Duration answerTimeout) {}
