package dev.rebound.service.activation.front.kafka;

import java.util.concurrent.CompletableFuture;

/** The topic that requests are handed to. */
@FunctionalInterface
public interface RequestTopic {
  /**
   * Returns once the producer has taken the request; complete once the broker has acknowledged it.
   *
   * @throws RuntimeException if the producer did not take it
   */
  CompletableFuture<?> send(String requestId, byte[] request);
}
