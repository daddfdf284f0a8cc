package dev.rebound.service.activation.front.outbox;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The outbox, and the relay from it to the topic.
 *
 * @param group requests that are committed in one transaction at most, of those that come while the
 *     one before is being committed; with 1 each has its own
 * @param batch rows that the relay takes at once
 * @param poll how long it waits after it found none
 * @param pause how long it waits after a failure
 * @param acknowledgementTimeout how long it waits for the broker to acknowledge a batch; what is
 *     not acknowledged by then stays in the outbox, and is sent again
 */
@ConfigurationProperties("activation.outbox")
record OutboxSettings(
    int group, int batch, Duration poll, Duration pause, Duration acknowledgementTimeout) {}
