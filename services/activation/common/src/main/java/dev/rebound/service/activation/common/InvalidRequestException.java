package dev.rebound.service.activation.common;

import org.jspecify.annotations.Nullable;

/** Bytes that are no valid request, and will not become one. */
public final class InvalidRequestException extends RuntimeException {
  public InvalidRequestException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
