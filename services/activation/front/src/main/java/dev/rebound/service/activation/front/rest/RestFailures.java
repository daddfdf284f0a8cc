package dev.rebound.service.activation.front.rest;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.common.FirstCause;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.RestClientException;
import org.springframework.web.client.RestClientResponseException;

/** A failed call of the activation service: its effect, as far as it is known. */
final class RestFailures {
  private RestFailures() {}

  static ActivationFailedException of(String requestId, RestClientException e) {
    if (e instanceof RestClientResponseException answer) {
      boolean refused = answer.getStatusCode().is4xxClientError();
      return new ActivationFailedException(
          requestId,
          HttpStatus.BAD_GATEWAY,
          refused ? Effect.NONE : Effect.UNKNOWN,
          "the activation service answered " + answer.getStatusCode().value(),
          e);
    }
    // Both come before the first byte of a request is sent.
    if (FirstCause.is(e, ConnectException.class::isInstance)
        || FirstCause.is(e, HttpConnectTimeoutException.class::isInstance)) {
      return new ActivationFailedException(
          requestId,
          HttpStatus.SERVICE_UNAVAILABLE,
          Effect.NONE,
          "the activation service cannot be reached",
          e);
    }
    if (FirstCause.is(e, HttpTimeoutException.class::isInstance)) {
      return new ActivationFailedException(
          requestId,
          HttpStatus.GATEWAY_TIMEOUT,
          Effect.UNKNOWN,
          "the activation service did not answer in time",
          e);
    }
    return new ActivationFailedException(
        requestId,
        HttpStatus.BAD_GATEWAY,
        Effect.UNKNOWN,
        "the call of the activation service broke off: " + FirstCause.inWords(e),
        e);
  }

  /** Whether another try may do better: not where the activation service refused the request. */
  static boolean mayPass(Throwable failure) {
    return !(failure instanceof ActivationFailedException failed
        && failed.getCause() instanceof RestClientResponseException answer
        && answer.getStatusCode().is4xxClientError());
  }
}
