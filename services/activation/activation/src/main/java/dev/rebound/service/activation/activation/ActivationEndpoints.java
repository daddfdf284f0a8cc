package dev.rebound.service.activation.activation;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.common.FirstCause;
import jakarta.validation.Valid;
import java.net.URI;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Activations over HTTP. What is produced is said, so that whoever takes none of it is refused
 * before anything is begun, and not with the answer.
 */
@RestController
@RequestMapping(path = "/activations", produces = MediaType.APPLICATION_JSON_VALUE)
class ActivationEndpoints {
  private final Activations activations;

  ActivationEndpoints(Activations activations) {
    this.activations = activations;
  }

  /** Carries out a request; 201 as well if it was carried out before. */
  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  ResponseEntity<Answer> activate(@Valid @RequestBody ActivationRequest posted) {
    ActivationRequest request = posted.identified();
    try {
      activations.save(request, Source.REST);
    } catch (DataAccessException e) {
      throw failure(request.identity(), e);
    }
    URI location =
        UriComponentsBuilder.fromPath("/activations/{id}")
            .encode()
            .buildAndExpand(request.identity())
            .toUri();
    return ResponseEntity.created(location).body(Answer.activated(request.identity()));
  }

  /** The request as it was carried out. */
  @GetMapping("/{requestId}")
  ActivationRequest find(@PathVariable String requestId) {
    try {
      return activations
          .find(requestId)
          .orElseThrow(
              () ->
                  new ActivationFailedException(
                      requestId, HttpStatus.NOT_FOUND, Effect.NONE, "no such activation", null));
    } catch (DataAccessException e) {
      throw failure(requestId, e);
    }
  }

  static ActivationFailedException failure(String requestId, DataAccessException e) {
    return new ActivationFailedException(
        requestId,
        Outages.is(e) ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.INTERNAL_SERVER_ERROR,
        Outages.isWithoutConnection(e) ? Effect.NONE : Effect.UNKNOWN,
        FirstCause.inWords(e),
        e);
  }
}
