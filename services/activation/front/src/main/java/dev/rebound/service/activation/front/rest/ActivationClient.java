package dev.rebound.service.activation.front.rest;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.ActivationRequest;
import dev.rebound.service.activation.common.Answer;
import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Asks the activation service, once and without a second try: as the paper does. */
public final class ActivationClient {
  private final RestClient client;

  /**
   * @param client with the activation service's address as its base
   */
  public ActivationClient(RestClient client) {
    this.client = client;
  }

  /**
   * Returns once the user is in the database.
   *
   * @throws ActivationFailedException in all other cases
   */
  public Answer activate(ActivationRequest request) {
    try {
      client
          .post()
          .uri("/activations")
          .contentType(MediaType.APPLICATION_JSON)
          .body(request)
          .retrieve()
          .toBodilessEntity();
      return Answer.activated(request.identity());
    } catch (RestClientException e) {
      throw RestFailures.of(request.identity(), e);
    }
  }
}
