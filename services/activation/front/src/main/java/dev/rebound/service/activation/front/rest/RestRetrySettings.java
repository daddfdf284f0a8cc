package dev.rebound.service.activation.front.rest;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Asking with retries.
 *
 * @param tries the first one included
 * @param firstPause before the second try
 * @param factor by which each pause is longer than the one before
 * @param jitter share of a pause by which it is longer or shorter at random, from 0 to 1
 * @param longestPause that no pause exceeds, but for jitter
 * @param outboxOnFailure whether a request that all tries failed goes to the outbox
 */
@ConfigurationProperties("activation.rest-retry")
public record RestRetrySettings(
    Duration connectTimeout,
    Duration readTimeout,
    int tries,
    Duration firstPause,
    double factor,
    double jitter,
    Duration longestPause,
    boolean outboxOnFailure,
    Circuit circuit) {

  /**
   * When the circuit opens, so that tries fail at once and leave the activation service alone.
   *
   * @param calls the last ones, by which it is judged
   * @param atLeast calls before it is judged
   * @param failures percentage of failed ones that opens it
   * @param open how long it stays open before a few calls may try
   * @param trials how many those are
   * @param waitWhileOpen whether a request that finds it open takes its pauses and tries again, as
   *     long as it has tries left; otherwise it fails at once
   */
  public record Circuit(
      int calls, int atLeast, float failures, Duration open, int trials, boolean waitWhileOpen) {}
}
