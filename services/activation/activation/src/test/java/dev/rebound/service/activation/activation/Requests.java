package dev.rebound.service.activation.activation;

import dev.rebound.service.activation.common.ActivationRequest;
import java.time.LocalDate;

/** Requests for tests. */
final class Requests {
  private Requests() {}

  static ActivationRequest request(String requestId) {
    return request(requestId, "u-0-17");
  }

  static ActivationRequest request(String requestId, String userName) {
    return new ActivationRequest(
        requestId,
        new ActivationRequest.User(
            userName, "Ana", "Pop", "ana@example.org", LocalDate.of(1990, 2, 28)),
        new ActivationRequest.Address("Iuliu Maniu 1", "Bucharest", "061071", "RO"),
        new ActivationRequest.Contact("+40 21 402 9100", "email"));
  }
}
