package dev.rebound.service.activation.front;

import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.front.kafka.TopicWriter;
import dev.rebound.service.activation.front.outbox.Outbox;
import dev.rebound.service.activation.front.rest.ActivationClient;
import dev.rebound.service.activation.front.rest.RetryingClient;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The four ways to ask for an activation. They take the same body. What they produce is said, so
 * that whoever takes none of it is refused before anything is begun, and not with the answer.
 */
@RestController
@RequestMapping(
    path = "/activations",
    consumes = MediaType.APPLICATION_JSON_VALUE,
    produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "activations", description = "Four ways to ask for the activation of a user.")
class ActivationEndpoints {
  private final ActivationClient once;
  private final RetryingClient retrying;
  private final TopicWriter topic;
  private final Outbox outbox;

  ActivationEndpoints(
      ActivationClient once, RetryingClient retrying, TopicWriter topic, Outbox outbox) {
    this.once = once;
    this.retrying = retrying;
    this.topic = topic;
    this.outbox = outbox;
  }

  @PostMapping("/rest")
  @Operation(
      summary = "Asks the activation service, once",
      description = "201 once the user is in the database. No retry: what fails is lost.")
  @ApiResponse(responseCode = "201", description = "The user is in the database.")
  ResponseEntity<Answer> rest(@Valid @RequestBody ActivationRequest request) {
    return answer(once.activate(request.identified()));
  }

  @PostMapping("/rest-retry")
  @Operation(
      summary = "Asks the activation service, with retries and a circuit breaker",
      description = "201 once the user is in the database; 202 if it went to the outbox instead.")
  @ApiResponse(responseCode = "201", description = "The user is in the database.")
  @ApiResponse(responseCode = "202", description = "It will be: the request is in the outbox.")
  ResponseEntity<Answer> restRetry(@Valid @RequestBody ActivationRequest request) {
    return answer(retrying.activate(request.identified()));
  }

  @PostMapping("/kafka")
  @Operation(
      summary = "Writes the request to the topic",
      description = "202 once the broker has acknowledged it; the activation service reads it.")
  @ApiResponse(responseCode = "202", description = "The broker has it.")
  CompletableFuture<ResponseEntity<Answer>> kafka(@Valid @RequestBody ActivationRequest request) {
    return topic.accept(request.identified()).thenApply(ActivationEndpoints::answer);
  }

  @PostMapping("/outbox")
  @Operation(
      summary = "Writes the request to a table of the front's own",
      description = "202 once that is committed; a relay hands it to the topic.")
  @ApiResponse(responseCode = "202", description = "It is in the outbox.")
  ResponseEntity<Answer> outbox(@Valid @RequestBody ActivationRequest request) {
    return answer(outbox.accept(request.identified()));
  }

  private static ResponseEntity<Answer> answer(Answer answer) {
    HttpStatus status =
        switch (answer.status()) {
          case ACTIVATED -> HttpStatus.CREATED;
          case ACCEPTED -> HttpStatus.ACCEPTED;
        };
    return ResponseEntity.status(status).body(answer);
  }
}
