package dev.rebound.service.activation.front.outbox;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The relay from the outbox to the topic.
 *
 * @param batch rows that it takes at once
 * @param poll how long it waits after it found none
 * @param pause how long it waits after a failure
 * @param acknowledgementTimeout how long it waits for the broker to acknowledge a batch; what is
 *     not acknowledged by then stays in the outbox, and is sent again
 */
@ConfigurationProperties("activation.outbox")
record OutboxSettings(int batch, Duration poll, Duration pause, Duration acknowledgementTimeout) {}
