package dev.rebound.service.activation.front.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.front.Requests;
import dev.rebound.service.activation.front.ScriptedService;
import dev.rebound.service.activation.front.ScriptedService.Act;
import dev.rebound.service.activation.front.outbox.Outbox;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class RetryingClientTest {
  private static final Outbox NONE =
      request -> {
        throw new AssertionError("nothing was to go to the outbox");
      };

  @Test
  void triesAgainUntilItWorks() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.FAILED, Act.RESET, Act.CREATED)) {
      RetryingClient client = new RetryingClient(service.client(), NONE, settings(5, 100, false));
      assertThat(client.activate(Requests.request("r-1"))).isEqualTo(Answer.activated("r-1"));
      assertThat(service.requests()).isEqualTo(3);
    }
  }

  @Test
  void givesUpAfterItsTries() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.FAILED)) {
      ActivationFailedException failure =
          failure(new RetryingClient(service.client(), NONE, settings(3, 100, false)));
      assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN);
      assertThat(service.requests()).isEqualTo(3);
    }
  }

  @Test
  void doesNotAskAgainWhatWasRefused() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.REFUSED)) {
      ActivationFailedException failure =
          failure(new RetryingClient(service.client(), NONE, settings(3, 100, true)));
      assertThat(failure.effect()).isEqualTo(Effect.NONE);
      assertThat(service.requests()).isEqualTo(1);
    }
  }

  @Test
  void anOpenCircuitAsksNobodyAndHasNoEffect() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.FAILED)) {
      RetryingClient client = new RetryingClient(service.client(), NONE, settings(1, 2, false));
      failure(client);
      failure(client);
      ActivationFailedException failure = failure(client);
      assertThat(failure).hasMessageContaining("circuit");
      assertThat(failure.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
      assertThat(failure.effect()).isEqualTo(Effect.NONE);
      assertThat(service.requests()).isEqualTo(2);
    }
  }

  @Test
  void aCircuitThatOpensBetweenTriesLeavesTheEffectOfTheFirstInDoubt() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.FAILED)) {
      ActivationFailedException failure =
          failure(new RetryingClient(service.client(), NONE, settings(5, 2, false)));
      assertThat(failure).hasMessageContaining("circuit");
      assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN);
      assertThat(service.requests()).isEqualTo(2);
    }
  }

  @Test
  void aServiceThatIsAwayHasNoEffectHoweverOftenItIsAsked() throws Exception {
    ActivationFailedException failure =
        failure(new RetryingClient(ScriptedService.unreachable(), NONE, settings(3, 100, false)));
    assertThat(failure.effect()).isEqualTo(Effect.NONE);
  }

  @Test
  void withTheOptionARequestThatFailedGoesToTheOutbox() throws Exception {
    RetryingClient client =
        new RetryingClient(
            ScriptedService.unreachable(),
            request -> Answer.accepted(request.identity()),
            settings(2, 100, true));
    assertThat(client.activate(Requests.request("r-1"))).isEqualTo(Answer.accepted("r-1"));
  }

  @Test
  void anOutboxThatFailsDoesNotMakeTheEffectOfTheTriesCertain() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.FAILED)) {
      Outbox away =
          request -> {
            throw new ActivationFailedException(
                request.identity(), HttpStatus.SERVICE_UNAVAILABLE, Effect.NONE, "away", null);
          };
      ActivationFailedException failure =
          failure(new RetryingClient(service.client(), away, settings(2, 100, true)));
      assertThat(failure).hasMessage("away");
      assertThat(failure.effect()).isEqualTo(Effect.UNKNOWN);
    }
  }

  @Test
  void withTheOptionARequestWaitsForTheCircuitToClose() throws Exception {
    try (ScriptedService service =
        new ScriptedService(Act.FAILED, Act.FAILED, Act.CREATED, Act.CREATED)) {
      Duration pause = Duration.ofMillis(20);
      RestRetrySettings patient =
          new RestRetrySettings(
              pause,
              pause,
              200,
              pause,
              1.0001,
              0.5,
              pause,
              false,
              new RestRetrySettings.Circuit(2, 2, 50, Duration.ofMillis(200), 1, true));
      RetryingClient client = new RetryingClient(service.client(), NONE, patient);
      assertThat(client.activate(Requests.request("r-1"))).isEqualTo(Answer.activated("r-1"));
      assertThat(service.requests()).as("none while it was open").isEqualTo(3);
    }
  }

  private static RestRetrySettings settings(int tries, int circuitAtLeast, boolean outbox) {
    return new RestRetrySettings(
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        tries,
        Duration.ofMillis(1),
        2,
        0.5,
        Duration.ofMillis(5),
        outbox,
        new RestRetrySettings.Circuit(100, circuitAtLeast, 50, Duration.ofMinutes(1), 1, false));
  }

  private static ActivationFailedException failure(RetryingClient client) {
    return catchThrowableOfType(
        ActivationFailedException.class, () -> client.activate(Requests.request("r-1")));
  }
}
