package dev.rebound.lab.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerRuleTest {
  @Test
  void anySuccessIsAcceptance() {
    for (int status : new int[] {200, 201, 202, 204, 299}) {
      assertThat(AnswerRule.outcome(status, false)).isEqualTo(RequestOutcome.ACCEPTED);
    }
  }

  @Test
  void aRequestThatIsWrongIsRefusedButNotOneThatCameAtABadTime() {
    for (int status : new int[] {400, 401, 404, 413, 422, 499}) {
      assertThat(AnswerRule.outcome(status, false))
          .as("" + status)
          .isEqualTo(RequestOutcome.REFUSED);
    }
    for (int status : new int[] {408, 409, 425, 429}) {
      assertThat(AnswerRule.outcome(status, false))
          .as("" + status)
          .isEqualTo(RequestOutcome.UNKNOWN);
    }
  }

  @Test
  void whatElseCameIsUnknownUnlessItSaysThatNothingHappened() {
    for (int status : new int[] {302, 408, 409, 500, 502, 503, 504}) {
      assertThat(AnswerRule.outcome(status, false))
          .as("" + status)
          .isEqualTo(RequestOutcome.UNKNOWN);
      assertThat(AnswerRule.outcome(status, true))
          .as("" + status)
          .isEqualTo(RequestOutcome.REFUSED);
    }
  }

  @Test
  void theHeaderIsReadWhateverItsCase() {
    assertThat(AnswerRule.saysNoEffect(headers("activation-effect", " None "))).isTrue();
    assertThat(AnswerRule.saysNoEffect(headers("Activation-Effect", "unknown"))).isFalse();
    assertThat(AnswerRule.saysNoEffect(headers("Effect", "none"))).isFalse();
  }

  private static HttpHeaders headers(String name, String value) {
    return HttpHeaders.of(Map.of(name, List.of(value)), (n, v) -> true);
  }
}
