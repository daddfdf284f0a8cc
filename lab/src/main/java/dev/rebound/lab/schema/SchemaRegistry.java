package dev.rebound.lab.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.ReboundException;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A schema registry, by the REST interface that Confluent's has and others serve, too. What has no
 * answer is asked again until its patience is over; then a {@link ReboundException} says why.
 * Thread-safe.
 */
final class SchemaRegistry {
  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
  private static final String CONTENT = "application/vnd.schemaregistry.v1+json";
  private static final int NOT_FOUND = 404;
  private static final int BROKEN = 500;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final ObjectMapper json = new ObjectMapper();
  private final String address;
  private final Duration patience;

  /**
   * @param address of its interface, without a slash at the end
   * @param patience how long a question is repeated that has no answer
   */
  SchemaRegistry(String address, Duration patience) {
    this.address = address;
    this.patience = patience;
  }

  /** The id of a schema under a subject, which has it from now on. */
  int register(String subject, SchemaForm schema) {
    HttpRequest.Builder request;
    try {
      request =
          HttpRequest.newBuilder(
                  URI.create(
                      address
                          + "/subjects/"
                          + URLEncoder.encode(subject, StandardCharsets.UTF_8)
                          + "/versions"))
              .header("Content-Type", CONTENT)
              .POST(
                  HttpRequest.BodyPublishers.ofString(
                      json.writeValueAsString(
                          Map.of("schemaType", schema.language(), "schema", schema.text()))));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    HttpResponse<String> answer = answer(request);
    JsonNode id = content(answer).path("id");
    if (answer.statusCode() / 100 != 2 || !id.isInt()) {
      throw new ReboundException(
          ReboundException.Cause.BAD_INPUT,
          "the schema registry does not take the schema of " + subject + ": " + words(answer),
          "Correct the schema, or what the program registers under this name.");
    }
    return id.intValue();
  }

  /** The schema of an id; empty if it has none, or one that is not known here. */
  Optional<SchemaForm> schema(int id) {
    HttpResponse<String> answer =
        answer(HttpRequest.newBuilder(URI.create(address + "/schemas/ids/" + id)));
    if (answer.statusCode() == NOT_FOUND) {
      return Optional.empty();
    }
    try {
      JsonNode its = content(answer);
      return Optional.of(
          SchemaForm.of(
              its.path("schemaType").asText(AvroForm.LANGUAGE), its.path("schema").asText()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private JsonNode content(HttpResponse<String> answer) {
    try {
      return json.readTree(answer.body());
    } catch (JsonProcessingException e) {
      return json.missingNode();
    }
  }

  private HttpResponse<String> answer(HttpRequest.Builder request) {
    Deadline by = Deadline.after(patience);
    HttpRequest question = request.timeout(ANSWER_LIMIT).build();
    while (true) {
      String why;
      try {
        HttpResponse<String> answer =
            client.send(question, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        if (answer.statusCode() < BROKEN) {
          return answer;
        }
        why = words(answer);
      } catch (IOException e) {
        why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        why = "the wait was interrupted";
      }
      if (by.passed() || Thread.currentThread().isInterrupted()) {
        throw new ReboundException(
            ReboundException.Cause.ENVIRONMENT,
            "the schema registry at "
                + address
                + " does not answer (asked for "
                + patience.toSeconds()
                + " s): "
                + why,
            "Read logs/" + RegistryPart.ROLE + ".log in the run's folder.");
      }
      Time.real().sleep(AGAIN);
    }
  }

  private static String words(HttpResponse<String> answer) {
    String body = answer.body().strip();
    return "status "
        + answer.statusCode()
        + (body.isEmpty() ? "" : ", " + body.substring(0, Math.min(300, body.length())));
  }
}
