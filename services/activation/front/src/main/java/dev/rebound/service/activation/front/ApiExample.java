package dev.rebound.service.activation.front;

import java.util.Map;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The request that the API's page offers to try. */
@Configuration(proxyBeanMethods = false)
class ApiExample {
  private static final Map<String, ?> USER =
      Map.of(
          "userName", "u-0-17",
          "firstName", "Ana",
          "lastName", "Pop",
          "email", "ana@example.org",
          "birthDate", "1990-02-28");
  private static final Map<String, ?> ADDRESS =
      Map.of(
          "street", "Iuliu Maniu 1", "city", "Bucharest", "postalCode", "061071", "country", "RO");
  private static final Map<String, ?> CONTACT =
      Map.of("phone", "+40 21 402 9100", "channel", "email");
  private static final Map<String, ?> REQUEST =
      Map.of("requestId", "r-0-17", "user", USER, "address", ADDRESS, "contact", CONTACT);

  @Bean
  OpenApiCustomizer exampleRequest() {
    return api ->
        api.getComponents()
            .getSchemas()
            .computeIfPresent("ActivationRequest", (name, schema) -> schema.example(REQUEST));
  }
}
