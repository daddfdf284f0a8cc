package dev.rebound.service.activation.front.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.common.RequestJson;
import dev.rebound.service.activation.front.Requests;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.kafka.KafkaException;
import tools.jackson.databind.json.JsonMapper;

class TopicWriterTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final ValidatorFactory validators = Validation.buildDefaultValidatorFactory();
  private final RequestJson json =
      new RequestJson(JsonMapper.builder().build(), validators.getValidator());
  private final CompletableFuture<Object> acknowledgement = new CompletableFuture<>();

  @AfterEach
  void close() {
    validators.close();
  }

  @Test
  void isAnsweredOnceTheBrokerHasAcknowledged() {
    List<String> sent = new ArrayList<>();
    CompletableFuture<Answer> answer =
        writer(
                (id, request) -> {
                  sent.add(id + " " + new String(request, StandardCharsets.UTF_8));
                  return acknowledgement;
                },
                Runnable::run,
                true,
                LONG)
            .accept(Requests.request("r-1"));
    assertThat(sent).singleElement().asString().startsWith("r-1 {\"requestId\":\"r-1\"");
    assertThat(answer).isNotDone();
    acknowledgement.complete("there");
    assertThat(answer.join()).isEqualTo(Answer.accepted("r-1"));
  }

  @Test
  void theMistakeIsToAnswerBefore() {
    CompletableFuture<Answer> answer =
        writer((id, request) -> acknowledgement, Runnable::run, false, LONG)
            .accept(Requests.request("r-1"));
    assertThat(answer.join()).isEqualTo(Answer.accepted("r-1"));
    acknowledgement.completeExceptionally(new TimeoutException("gone"));
    assertThat(answer).isCompleted();
  }

  @Test
  void whatTheProducerDidNotTakeHasNoEffect() {
    ActivationFailedException failure =
        failure(
            writer(
                (id, request) -> {
                  throw new KafkaException("Send failed", new TimeoutException("topic unknown"));
                },
                Runnable::run,
                true,
                LONG));
    assertThat(failure.effect()).isEqualTo(Effect.NONE);
    assertThat(failure.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
  }

  @Test
  void anotherFailureAtOnceLeavesTheEffectInDoubt() {
    ActivationFailedException failure =
        failure(
            writer(
                (id, request) -> {
                  throw new KafkaException("Send failed", new IllegalStateException("fenced"));
                },
                Runnable::run,
                true,
                LONG));
    assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN);
  }

  @Test
  void whatWasTakenAndNotAcknowledgedIsInDoubt() {
    acknowledgement.completeExceptionally(new TimeoutException("120000 ms have passed"));
    ActivationFailedException failure =
        failure(writer((id, request) -> acknowledgement, Runnable::run, true, LONG));
    assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(failure.status()).isEqualTo(HttpStatus.GATEWAY_TIMEOUT);
  }

  @Test
  void anAcknowledgementThatDoesNotComeInTimeIsInDoubt() {
    ActivationFailedException failure =
        failure(writer((id, request) -> acknowledgement, Runnable::run, true, SHORT));
    assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN);
    assertThat(failure.status()).isEqualTo(HttpStatus.GATEWAY_TIMEOUT);
  }

  @Test
  void whatWaitsForAThreadForTooLongIsNeverSent() {
    List<Runnable> waiting = new ArrayList<>();
    List<String> sent = new ArrayList<>();
    ActivationFailedException failure =
        failure(
            writer(
                (id, request) -> {
                  sent.add(id);
                  return acknowledgement;
                },
                waiting::add,
                true,
                SHORT));
    assertThat(failure.effect()).isEqualTo(Effect.NONE);
    waiting.forEach(Runnable::run);
    assertThat(sent).isEmpty();
  }

  @Test
  void threadsAreMadeUpToTheGreatestNumberBeforeAnythingIsQueuedOrRefused() throws Exception {
    CountDownLatch blocked = new CountDownLatch(3);
    CountDownLatch free = new CountDownLatch(1);
    try (ProducerThreads threads = new ProducerThreads(new ProducerThreads.Settings(1, 3, 1))) {
      TopicWriter writer =
          writer(
              (id, request) -> {
                blocked.countDown();
                await(free);
                return CompletableFuture.completedFuture("there");
              },
              threads,
              true,
              LONG);
      List<CompletableFuture<Answer>> answers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        answers.add(writer.accept(Requests.request("r-" + i)));
      }
      assertThat(blocked.await(30, TimeUnit.SECONDS)).as("three at once").isTrue();
      answers.add(writer.accept(Requests.request("r-3")));
      ActivationFailedException refused = failure(writer);
      assertThat(refused.effect()).isEqualTo(Effect.NONE);
      assertThat(refused.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
      free.countDown();
      for (CompletableFuture<Answer> answer : answers) {
        assertThat(answer.get(30, TimeUnit.SECONDS).status()).isEqualTo(Answer.Status.ACCEPTED);
      }
    } finally {
      free.countDown();
    }
  }

  private TopicWriter writer(
      RequestTopic topic, Executor threads, boolean awaitAcknowledgement, Duration timeout) {
    return new TopicWriter(topic, json, threads, new KafkaSettings(awaitAcknowledgement, timeout));
  }

  private static ActivationFailedException failure(TopicWriter writer) {
    CompletionException failure =
        catchThrowableOfType(
            CompletionException.class,
            () -> writer.accept(Requests.request("r-1")).orTimeout(1, TimeUnit.MINUTES).join());
    assertThat(failure).hasCauseInstanceOf(ActivationFailedException.class);
    return (ActivationFailedException) failure.getCause();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
