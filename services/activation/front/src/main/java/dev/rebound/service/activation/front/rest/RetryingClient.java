package dev.rebound.service.activation.front.rest;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.front.outbox.Outbox;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;

/**
 * Asks the activation service again if that fails, after pauses that grow and vary, and not at all
 * while a circuit breaker says that it would be in vain. This is the fail-safe mechanism that the
 * paper names and does not measure.
 */
public final class RetryingClient {
  private static final Logger log = LoggerFactory.getLogger(RetryingClient.class);

  private final ActivationClient client;
  private final Outbox outbox;
  private final boolean outboxOnFailure;
  private final Retry retry;
  private final CircuitBreaker circuit;

  public RetryingClient(ActivationClient client, Outbox outbox, RestRetrySettings settings) {
    this.client = client;
    this.outbox = outbox;
    this.outboxOnFailure = settings.outboxOnFailure();
    this.retry = retry(settings);
    this.circuit = circuit(settings.circuit());
  }

  /**
   * Returns once the user is in the database or, with the option for it, the request in the outbox.
   *
   * @throws ActivationFailedException if no try did it; the effect is unknown if that of any is
   */
  public Answer activate(ActivationRequest request) {
    Tries tries = new Tries(request);
    try {
      return Retry.decorateSupplier(retry, CircuitBreaker.decorateSupplier(circuit, tries::next))
          .get();
    } catch (CallNotPermittedException e) {
      return otherwise(
          request,
          new ActivationFailedException(
              request.identity(),
              HttpStatus.SERVICE_UNAVAILABLE,
              tries.effect,
              "the circuit to the activation service is open",
              e));
    } catch (ActivationFailedException e) {
      return otherwise(request, e.after(tries.effect));
    }
  }

  private Answer otherwise(ActivationRequest request, ActivationFailedException failure) {
    if (!outboxOnFailure || !RestFailures.mayPass(failure)) {
      throw failure;
    }
    try {
      return outbox.accept(request);
    } catch (ActivationFailedException e) {
      throw e.after(failure.effect());
    }
  }

  private static Retry retry(RestRetrySettings settings) {
    return Retry.of(
        "activation",
        RetryConfig.<Answer>custom()
            .maxAttempts(settings.tries())
            .intervalFunction(
                IntervalFunction.ofExponentialRandomBackoff(
                    settings.firstPause(),
                    settings.factor(),
                    settings.jitter(),
                    settings.longestPause()))
            .retryOnException(
                e ->
                    e instanceof CallNotPermittedException
                        ? settings.circuit().waitWhileOpen()
                        : RestFailures.mayPass(e))
            .build());
  }

  private static CircuitBreaker circuit(RestRetrySettings.Circuit settings) {
    CircuitBreaker circuit =
        CircuitBreaker.of(
            "activation",
            CircuitBreakerConfig.custom()
                .slidingWindowSize(settings.calls())
                .minimumNumberOfCalls(settings.atLeast())
                .failureRateThreshold(settings.failures())
                .waitDurationInOpenState(settings.open())
                .permittedNumberOfCallsInHalfOpenState(settings.trials())
                .recordException(RestFailures::mayPass)
                .build());
    circuit
        .getEventPublisher()
        .onStateTransition(
            event ->
                log.warn(
                    "circuit to the activation service: {} -> {}",
                    event.getStateTransition().getFromState(),
                    event.getStateTransition().getToState()));
    return circuit;
  }

  /** The tries of one request, and what is known of the effect of all of them. */
  private final class Tries {
    private final ActivationRequest request;
    private Effect effect = Effect.NONE;

    Tries(ActivationRequest request) {
      this.request = request;
    }

    Answer next() {
      try {
        return client.activate(request);
      } catch (ActivationFailedException e) {
        effect = effect.and(e.effect());
        throw e;
      }
    }
  }
}
