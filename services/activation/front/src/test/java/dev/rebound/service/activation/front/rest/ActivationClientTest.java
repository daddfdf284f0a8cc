package dev.rebound.service.activation.front.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rebound.service.activation.common.ActivationFailedException;
import dev.rebound.service.activation.common.Answer;
import dev.rebound.service.activation.common.Effect;
import dev.rebound.service.activation.front.Requests;
import dev.rebound.service.activation.front.ScriptedService;
import dev.rebound.service.activation.front.ScriptedService.Act;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpStatus;

class ActivationClientTest {
  @Test
  void isAnsweredOnceTheUserIsActivated() throws Exception {
    try (ScriptedService service = new ScriptedService(Act.CREATED)) {
      assertThat(service.client().activate(Requests.request("r-1")))
          .isEqualTo(Answer.activated("r-1"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "REFUSED, BAD_GATEWAY, NONE, false",
    "FAILED, BAD_GATEWAY, UNKNOWN, true",
    "RESET, BAD_GATEWAY, UNKNOWN, true",
    "SILENCE, GATEWAY_TIMEOUT, UNKNOWN, true",
  })
  void saysWhatIsKnownOfTheEffect(Act act, HttpStatus status, Effect effect, boolean mayPass)
      throws Exception {
    try (ScriptedService service = new ScriptedService(act)) {
      ActivationFailedException failure = failure(service.client());
      assertThat(failure.status()).isEqualTo(status);
      assertThat(failure.effect()).isEqualTo(effect);
      assertThat(RestFailures.mayPass(failure)).isEqualTo(mayPass);
      assertThat(service.requests()).as("asked once").isEqualTo(1);
    }
  }

  @Test
  void aRefusedConnectionHasNoEffect() throws Exception {
    ActivationFailedException failure = failure(ScriptedService.unreachable());
    assertThat(failure.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
    assertThat(failure.effect()).isEqualTo(Effect.NONE);
  }

  private static ActivationFailedException failure(ActivationClient client) {
    return catchThrowableOfType(
        ActivationFailedException.class, () -> client.activate(Requests.request("r-1")));
  }
}
