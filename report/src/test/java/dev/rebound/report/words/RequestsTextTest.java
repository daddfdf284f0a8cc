package dev.rebound.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestsTextTest {
  private static Results results(Map<String, Double> metrics) {
    return Results.of("x", "activation", "1").metrics(metrics).build();
  }

  @Test
  void aRunThatSentRecordsHasNothing() {
    Results records = results(Map.of("lost", 0.0));
    assertThat(RequestsText.lines(records)).isEmpty();
    assertThat(RequestsText.share(records)).isEmpty();
  }

  @Test
  void whatBecameOfRequestsAndHowMuchIsShownOfLosses() {
    Results asked =
        results(
            Map.of(
                "requests.samples", 10_000.0,
                "requests.accepted", 9_000.0,
                "requests.refused", 990.0,
                "requests.unknown", 10.0,
                "requests.unknown-done", 3.0,
                "requests.failed-share", 0.1,
                "requests.pending", 0.0,
                "requests.not-sent", 0.0,
                "persistence.p99", 1_500.0,
                "lost", 0.0));
    assertThat(RequestsText.lines(asked))
        .containsExactly(
            "10,000 sent: 9,000 accepted, 990 refused, 10 without an answer that tells (3 of them"
                + " were done)",
            "1.5 s p99 from answer to write",
            "accepted and lost: 0 of 9,000");
    assertThat(RequestsText.share(asked).get(0)).isEqualTo("90 %");
  }

  @Test
  void oneIsOneAndWhatWasNeverWrittenHasNoTime() {
    Results asked =
        results(
            Map.of(
                "requests.samples", 10.0,
                "requests.accepted", 9.0,
                "requests.unknown", 1.0,
                "requests.unknown-done", 1.0,
                "persistence.p99", Double.POSITIVE_INFINITY));
    assertThat(RequestsText.lines(asked))
        .contains(
            "10 sent: 9 accepted, 0 refused, 1 without an answer that tells (1 of them was done)",
            "some never written");
  }

  @Test
  void whatIsPendingOrCouldNotBeSentIsTold() {
    Results asked =
        results(
            Map.of(
                "requests.samples", 10.0,
                "requests.accepted", 10.0,
                "requests.not-sent", 30.0,
                "requests.failed-share", 0.75,
                "requests.pending", 2.0,
                "requests.dead-lettered", 1.0,
                "lost", 4.0));
    assertThat(RequestsText.lines(asked))
        .containsExactly(
            "10 sent: 10 accepted, 0 refused, 0 without an answer that tells; 30 more could not be"
                + " sent in time",
            "accepted and lost: at least 4 of 10",
            "accepted and pending: 2, of them set aside: 1");
    assertThat(RequestsText.share(asked))
        .containsExactly("25 %", "of 40 requests; 0 refused, 0 unknown, 30 not sent");
  }

  @Test
  void lossesAreTheLeastWhereOtherRowsMayYetCome() {
    Results asked =
        results(
            Map.of(
                "requests.samples", 10.0,
                "requests.accepted", 10.0,
                "pending", 3.0,
                "lost", 1.0));
    assertThat(RequestsText.lines(asked)).contains("accepted and lost: at least 1 of 10");
  }

  @Test
  void whereLossesAreNotKnownNothingIsShownOfThem() {
    Results asked =
        Results.of("x", "activation", "1")
            .metrics(Map.of("requests.samples", 10.0, "requests.accepted", 10.0, "lost", 0.0))
            .unjudged(Map.of("lost", "output was not complete"))
            .build();
    assertThat(RequestsText.lines(asked)).contains("accepted and lost: unknown, 0 were seen");
  }
}
