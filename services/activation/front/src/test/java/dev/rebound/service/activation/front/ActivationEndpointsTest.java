package dev.rebound.service.activation.front;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.Problems;
import dev.rebound.service.activation.common.RequestJson;
import dev.rebound.service.activation.front.ScriptedService.Act;
import dev.rebound.service.activation.front.kafka.KafkaSettings;
import dev.rebound.service.activation.front.kafka.TopicWriter;
import dev.rebound.service.activation.front.outbox.Outbox;
import dev.rebound.service.activation.front.rest.ActivationClient;
import dev.rebound.service.activation.front.rest.RestRetrySettings;
import dev.rebound.service.activation.front.rest.RetryingClient;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import tools.jackson.databind.json.JsonMapper;

class ActivationEndpointsTest {
  private static final String[] WAYS = {"rest", "rest-retry", "kafka", "outbox"};

  private final ValidatorFactory validators = Validation.buildDefaultValidatorFactory();
  private final List<String> taken = new ArrayList<>();
  private CompletableFuture<Object> acknowledgement = CompletableFuture.completedFuture("there");

  @AfterEach
  void close() {
    validators.close();
  }

  @Test
  void eachWayAnswersAsItPromises() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.CREATED)) {
      MockMvcTester front = front(service.client());
      assertAnswer(post(front, "rest", Requests.JSON), 201, "activated");
      assertAnswer(post(front, "rest-retry", Requests.JSON), 201, "activated");
      assertAnswer(post(front, "kafka", Requests.JSON), 202, "accepted");
      assertAnswer(post(front, "outbox", Requests.JSON), 202, "accepted");
    }
  }

  @Test
  void aRequestWithoutIdentityIsToldTheOneItGot() throws Exception {
    MockMvcTester front = front(ScriptedService.unreachable());
    assertThat(
            post(front, "outbox", Requests.JSON.replace("\"requestId\":\"r-0-17\",", ""))
                .getResponse()
                .getContentAsString())
        .containsPattern("\"requestId\":\"[0-9a-f-]{36}\"");
  }

  @Test
  void anInvalidRequestHasNoEffectWhicheverWayItCame() throws Exception {
    MockMvcTester front = front(ScriptedService.unreachable());
    for (String way : WAYS) {
      String pigeon = Requests.JSON.replace("\"email\"}", "\"pigeon\"}");
      assertProblem(post(front, way, pigeon), 400, "none", "contact.channel must be email");
      assertProblem(post(front, way, "{\"requestId\":"), 400, "none", "");
      assertProblem(post(front, way, "{}"), 400, "none", "user must not be null");
    }
    assertProblem(post(front, "pigeon", Requests.JSON), 404, "none", "");
    assertProblem(front.get().uri("/activations/rest").exchange(), 405, "none", "");
    assertProblem(
        front
            .post()
            .uri("/activations/rest")
            .contentType(MediaType.TEXT_PLAIN)
            .content("no JSON")
            .exchange(),
        415,
        "none",
        "");
  }

  @Test
  void whoTakesNoJsonIsRefusedBeforeAnythingIsBegun() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.CREATED)) {
      MockMvcTester front = front(service.client());
      for (String way : WAYS) {
        MvcTestResult refused =
            front
                .post()
                .uri("/activations/" + way)
                .contentType(MediaType.APPLICATION_JSON)
                .accept(MediaType.APPLICATION_PDF)
                .content(Requests.JSON)
                .exchange(Duration.ofSeconds(30));
        assertThat(refused).as(way).hasStatus(406).hasHeader("Activation-Effect", "none");
      }
      assertThat(taken).isEmpty();
      assertThat(service.requests()).isZero();
    }
  }

  @Test
  void aFailureSaysWhatIsKnownOfItsEffect() throws Exception {
    MockMvcTester away = front(ScriptedService.unreachable());
    assertProblem(post(away, "rest", Requests.JSON), 503, "none", "r-0-17");
    try (ScriptedService service = new ScriptedService(Act.RESET)) {
      assertProblem(post(front(service.client()), "rest", Requests.JSON), 502, "unknown", "r-0-17");
    }
    acknowledgement = CompletableFuture.failedFuture(new TimeoutException("gone"));
    assertProblem(post(away, "kafka", Requests.JSON), 504, "unknown", "r-0-17");
  }

  private MockMvcTester front(ActivationClient client) {
    RequestJson json = new RequestJson(JsonMapper.builder().build(), validators.getValidator());
    Outbox outbox =
        request -> {
          taken.add(request.identity());
          return Answer.accepted(request.identity());
        };
    return MockMvcTester.create(
        MockMvcBuilders.standaloneSetup(
                new ActivationEndpoints(
                    client,
                    new RetryingClient(client, outbox, retries()),
                    new TopicWriter(
                        (id, request) -> {
                          taken.add(id);
                          return acknowledgement;
                        },
                        json,
                        Runnable::run,
                        new KafkaSettings(true, Duration.ofMinutes(1))),
                    outbox))
            .setControllerAdvice(new Problems())
            .build());
  }

  private static RestRetrySettings retries() {
    Duration brief = Duration.ofMillis(1);
    return new RestRetrySettings(
        brief,
        brief,
        2,
        brief,
        1.5,
        0.5,
        brief,
        false,
        new RestRetrySettings.Circuit(10, 10, 50, Duration.ofSeconds(1), 1, false));
  }

  private static MvcTestResult post(MockMvcTester front, String way, String body) {
    return front
        .post()
        .uri("/activations/" + way)
        .contentType(MediaType.APPLICATION_JSON)
        .content(body)
        .exchange(Duration.ofSeconds(30));
  }

  private static void assertAnswer(MvcTestResult result, int status, String word) {
    assertThat(result).hasStatus(status).hasContentTypeCompatibleWith(MediaType.APPLICATION_JSON);
    assertThat(result).bodyText().isEqualTo("{\"requestId\":\"r-0-17\",\"status\":\"%s\"}", word);
  }

  private static void assertProblem(MvcTestResult result, int status, String effect, String part) {
    assertThat(result)
        .hasStatus(status)
        .hasContentTypeCompatibleWith(MediaType.APPLICATION_PROBLEM_JSON)
        .hasHeader("Activation-Effect", effect);
    assertThat(result).bodyText().contains(part);
  }
}
