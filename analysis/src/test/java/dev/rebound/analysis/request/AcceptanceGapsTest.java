package dev.rebound.analysis.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.request.AcceptanceGaps.Length;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptanceGapsTest {
  private static final long SECOND = 1_000_000;
  private static final long LOAD_END = 10 * SECOND;

  private static Request request(long second, RequestOutcome outcome) {
    boolean accepted = outcome == RequestOutcome.ACCEPTED;
    long due = second * SECOND;
    return new Request(
        due,
        accepted ? due : 0,
        accepted ? due + 1000 : 0,
        outcome,
        RequestEnding.NONE,
        accepted ? 201 : 0,
        0,
        100,
        100);
  }

  /** One a second; from the fourth on they wait for a connection until their process is ended. */
  private static RequestFates cutShort() {
    RequestFates fates = new RequestFates();
    for (long second = 1; second < 10; second++) {
      RequestOutcome outcome = second < 4 ? RequestOutcome.ACCEPTED : RequestOutcome.IN_FLIGHT;
      fates.add(request(second, outcome), SECOND);
    }
    return fates;
  }

  @Test
  void whatStillWaitsToBeSentWasNeverAccepted() {
    Length surely = new AcceptanceGaps(cutShort(), false, LOAD_END).between(3 * SECOND, LOAD_END);
    assertThat(surely.ended()).isFalse();
    assertThat(surely.micros()).isBetween(5 * SECOND, 7 * SECOND);
  }

  @Test
  void atBestItWouldHaveBeenAcceptedWhenItWasDue() {
    Length atBest = new AcceptanceGaps(cutShort(), true, LOAD_END).between(3 * SECOND, LOAD_END);
    assertThat(atBest.micros()).isLessThanOrEqualTo(SECOND);
    Length below =
        new AcceptanceShortfall(cutShort(), true, requests -> 0, List.of(3 * SECOND))
            .between(3 * SECOND, LOAD_END, LOAD_END);
    assertThat(below.micros()).isLessThanOrEqualTo(LOAD_END);
  }
}
