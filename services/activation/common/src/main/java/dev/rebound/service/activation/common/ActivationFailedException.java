package dev.rebound.service.activation.common;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * A request that could not be carried out: what its client is told, and what is known of its
 * effect. Without a stack trace: it is an answer, and under load there are many.
 */
public final class ActivationFailedException extends RuntimeException {
  private final String requestId;
  private final HttpStatus status;
  private final Effect effect;

  public ActivationFailedException(
      String requestId,
      HttpStatus status,
      Effect effect,
      String message,
      @Nullable Throwable cause) {
    super(message, cause, false, false);
    this.requestId = requestId;
    this.status = status;
    this.effect = effect;
  }

  public String requestId() {
    return requestId;
  }

  public HttpStatus status() {
    return status;
  }

  public Effect effect() {
    return effect;
  }

  /** The same failure of a request of which an earlier try had the given effect. */
  public ActivationFailedException after(Effect earlier) {
    return new ActivationFailedException(
        requestId, status, effect.and(earlier), String.valueOf(getMessage()), getCause());
  }
}
