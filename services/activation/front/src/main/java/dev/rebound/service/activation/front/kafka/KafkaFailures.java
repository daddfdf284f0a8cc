package dev.rebound.service.activation.front.kafka;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.common.FirstCause;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.springframework.http.HttpStatus;

/** A failed send's effect, as far as it is known. */
final class KafkaFailures {
  private KafkaFailures() {}

  /**
   * The producer refused the record at once. Where it waited in vain to learn of the topic or for
   * memory, and where the record is none that it sends, it has not taken it.
   */
  static ActivationFailedException atOnce(String requestId, RuntimeException e) {
    boolean untaken =
        FirstCause.is(
            e,
            each ->
                each instanceof TimeoutException
                    || each instanceof RecordTooLargeException
                    || each instanceof SerializationException);
    return new ActivationFailedException(
        requestId,
        HttpStatus.SERVICE_UNAVAILABLE,
        untaken ? Effect.NONE : Effect.UNKNOWN,
        "the producer did not take the request: " + FirstCause.inWords(e),
        e);
  }

  /** The producer gave up: the broker may have the record, and only its answer was lost. */
  static ActivationFailedException later(String requestId, Throwable e) {
    return new ActivationFailedException(
        requestId,
        HttpStatus.GATEWAY_TIMEOUT,
        Effect.UNKNOWN,
        "the broker did not acknowledge the request: " + FirstCause.inWords(e),
        e);
  }

  /** The client's time was over; if nothing was begun, nothing will be. */
  static ActivationFailedException tooLate(String requestId, boolean begun) {
    return begun
        ? new ActivationFailedException(
            requestId,
            HttpStatus.GATEWAY_TIMEOUT,
            Effect.UNKNOWN,
            "the broker has not acknowledged the request in time",
            null)
        : new ActivationFailedException(
            requestId,
            HttpStatus.SERVICE_UNAVAILABLE,
            Effect.NONE,
            "no thread of the producer was free in time",
            null);
  }

  /** There was no thread, and no room to wait for one. */
  static ActivationFailedException noThread(String requestId) {
    return new ActivationFailedException(
        requestId,
        HttpStatus.SERVICE_UNAVAILABLE,
        Effect.NONE,
        "all threads of the producer are busy",
        null);
  }
}
