package dev.rebound.service.activation.front.rest;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Asking once.
 *
 * @param connectTimeout until the connection stands; past it, nothing was sent
 * @param readTimeout from the request to its whole answer
 */
@ConfigurationProperties("activation.rest")
public record RestSettings(Duration connectTimeout, Duration readTimeout) {}
