package dev.rebound.service.activation.front;

import dev.rebound.service.activation.common.ActivationRequest;
import java.time.LocalDate;

/** Requests for tests. */
public final class Requests {
  public static final String JSON =
      """
      {"requestId":"r-0-17",
       "user":{"userName":"u-0-17","firstName":"Ana","lastName":"Pop","email":"ana@example.org",
               "birthDate":"1990-02-28"},
       "address":{"street":"Iuliu Maniu 1","city":"Bucharest","postalCode":"061071","country":"RO"},
       "contact":{"phone":"+40 21 402 9100","channel":"email"}}
      """;

  private Requests() {}

  public static ActivationRequest request(String requestId) {
    return new ActivationRequest(
        requestId,
        new ActivationRequest.User(
            "u-0-17", "Ana", "Pop", "ana@example.org", LocalDate.of(1990, 2, 28)),
        new ActivationRequest.Address("Iuliu Maniu 1", "Bucharest", "061071", "RO"),
        new ActivationRequest.Contact("+40 21 402 9100", "email"));
  }
}
