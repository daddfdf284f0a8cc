package dev.rebound.service.activation.front.outbox;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Answer;

/** Accepts requests by keeping them until the topic has them. */
@FunctionalInterface
public interface Outbox {
  /**
   * Returns once the request is committed.
   *
   * @throws ActivationFailedException in all other cases
   */
  Answer accept(ActivationRequest request);
}
