package dev.rebound.lab.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.base.ReboundException;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerRuleTest {
  private final AnswerRule usual = new AnswerRule(AnswerRule.ACCEPTED, AnswerRule.NO_EFFECT);

  @Test
  void anySuccessIsAcceptance() {
    for (int status : new int[] {200, 201, 202, 204, 299}) {
      assertThat(usual.outcome(status, false)).isEqualTo(RequestOutcome.ACCEPTED);
    }
  }

  @Test
  void aRequestThatIsWrongIsRefusedButNotOneThatCameAtABadTime() {
    for (int status : new int[] {400, 401, 404, 413, 422, 499}) {
      assertThat(usual.outcome(status, false)).as("" + status).isEqualTo(RequestOutcome.REFUSED);
    }
    for (int status : new int[] {408, 409, 425, 429}) {
      assertThat(usual.outcome(status, false)).as("" + status).isEqualTo(RequestOutcome.UNKNOWN);
    }
  }

  @Test
  void whatElseCameIsUnknownUnlessItSaysThatNothingHappened() {
    for (int status : new int[] {302, 408, 409, 500, 502, 503, 504}) {
      assertThat(usual.outcome(status, false)).as("" + status).isEqualTo(RequestOutcome.UNKNOWN);
      assertThat(usual.outcome(status, true)).as("" + status).isEqualTo(RequestOutcome.REFUSED);
    }
  }

  @Test
  void theHeaderIsReadWhateverItsCase() {
    assertThat(usual.saysNoEffect(headers("activation-effect", " None "))).isTrue();
    assertThat(usual.saysNoEffect(headers("Activation-Effect", "unknown"))).isFalse();
    assertThat(usual.saysNoEffect(headers("Effect", "none"))).isFalse();
    assertThat(new AnswerRule("2xx", "X-Done: no").saysNoEffect(headers("x-done", "no"))).isTrue();
  }

  private static HttpHeaders headers(String name, String value) {
    return HttpHeaders.of(Map.of(name, List.of(value)), (n, v) -> true);
  }

  @Test
  void whatIsAcceptedCanBeSaid() {
    AnswerRule some = new AnswerRule("200, 202-204,3xx", AnswerRule.NO_EFFECT);
    for (int status : new int[] {200, 202, 203, 204, 300, 399}) {
      assertThat(some.outcome(status, false)).as("" + status).isEqualTo(RequestOutcome.ACCEPTED);
    }
    for (int status : new int[] {199, 201, 205, 500}) {
      assertThat(some.outcome(status, false)).as("" + status).isEqualTo(RequestOutcome.UNKNOWN);
    }
  }

  @Test
  void whatIsNoStatusAndNoHeaderIsToldOf() {
    for (String accepted : new String[] {"", "2x", "200,", "204-200", "600", "two"}) {
      assertThatThrownBy(() -> new AnswerRule(accepted, AnswerRule.NO_EFFECT))
          .isInstanceOf(ReboundException.class)
          .hasMessageContaining("accepted = " + accepted);
    }
    assertThatThrownBy(() -> new AnswerRule("2xx", "none"))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("noEffect = none");
  }
}
