package dev.rebound.service.activation.front.kafka;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.RequestJson;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accepts requests by writing them to the topic. */
public final class TopicWriter {
  private static final Logger log = LoggerFactory.getLogger(TopicWriter.class);

  private final RequestTopic topic;
  private final RequestJson json;
  private final Executor threads;
  private final boolean awaitAcknowledgement;
  private final Duration answerTimeout;

  /**
   * @param threads on which the producer is called, which may block
   */
  public TopicWriter(
      RequestTopic topic, RequestJson json, Executor threads, KafkaSettings settings) {
    this.topic = topic;
    this.json = json;
    this.threads = threads;
    this.awaitAcknowledgement = settings.awaitAcknowledgement();
    this.answerTimeout = settings.answerTimeout();
  }

  /**
   * Complete once the broker has the request, in any case by the answer timeout; fails with {@link
   * ActivationFailedException} only.
   */
  public CompletableFuture<Answer> accept(ActivationRequest request) {
    String requestId = request.identity();
    byte[] value = json.write(request);
    CompletableFuture<Answer> outcome = new CompletableFuture<>();
    // Whoever sets it decides: the thread that sends, or the clock.
    AtomicBoolean begun = new AtomicBoolean();
    try {
      threads.execute(
          () -> {
            if (begun.compareAndSet(false, true)) {
              send(requestId, value, outcome);
            }
          });
    } catch (RejectedExecutionException e) {
      outcome.completeExceptionally(KafkaFailures.noThread(requestId));
    }
    return outcome
        .orTimeout(answerTimeout.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionallyCompose(
            e -> {
              Throwable cause =
                  e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
              boolean late = cause instanceof TimeoutException;
              return CompletableFuture.failedFuture(
                  late
                      ? KafkaFailures.tooLate(requestId, !begun.compareAndSet(false, true))
                      : cause);
            });
  }

  private void send(String requestId, byte[] value, CompletableFuture<Answer> outcome) {
    CompletableFuture<?> acknowledgement;
    try {
      acknowledgement = topic.send(requestId, value);
    } catch (RuntimeException e) {
      outcome.completeExceptionally(KafkaFailures.atOnce(requestId, e));
      return;
    }
    if (!awaitAcknowledgement) {
      outcome.complete(Answer.accepted(requestId));
    }
    var unused =
        acknowledgement.whenComplete(
            (sent, e) -> {
              if (e == null) {
                outcome.complete(Answer.accepted(requestId));
                return;
              }
              ActivationFailedException failure = KafkaFailures.later(requestId, e);
              if (!outcome.completeExceptionally(failure)) {
                log.warn(
                    "{} was answered already, and failed: {}", requestId, failure.getMessage());
              }
            });
  }
}
