package dev.rebound.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Results.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the first sentences of a report claim. */
class HeadlineTest {
  private static Results results(Map<String, String> unjudged, Span... recoveries) {
    List<FaultResult> faults = new ArrayList<>();
    for (Span recovery : recoveries) {
      faults.add(
          new FaultResult(
              faults.size() + 1,
              "kill",
              "worker",
              List.of("worker-1"),
              0,
              true,
              "hit",
              Span.noDip(1000, ""),
              recovery,
              List.of(),
              null));
    }
    List<Finding> findings =
        Stream.of("lost", "duplicated", "reordered", "diverged")
            .map(kind -> new Finding(kind, 0, false, Map.of(), List.of()))
            .toList();
    return new Results(
        Results.VERSION,
        "r",
        "r",
        "flink",
        "1",
        "at-least-once",
        "stock",
        false,
        1,
        "unknown",
        false,
        faults,
        List.of(new Audit("read-committed", true, 100, 100, 100, findings)),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        unjudged,
        Map.of());
  }

  @Test
  void whatIsNotKnownIsNotCalledCleanEvenIfNothingBoundsIt() {
    assertThat(Headline.sentences(results(Map.of())).get(0))
        .startsWith("Nothing was lost, duplicated or reordered, and no state diverged");
    assertThat(Headline.sentences(results(Map.of("duplicated", "not read again"))).get(0))
        .startsWith("Nothing was lost or reordered, and no state diverged");
    assertThat(Headline.sentences(results(Map.of("*", "the rig broke"))))
        .noneMatch(said -> said.contains("Nothing was") || said.contains("no state diverged"));
  }

  @Test
  void aRecoveryThatIsUnknownIsNotCountedAmongThoseThatWereFasterThanTheSlowest() {
    Span ended = new Span(Span.ENDED, 9000, 100, "");
    assertThat(
            Headline.sentences(
                results(Map.of(), ended, ended, Span.unknown("why"), Span.unended(1, 1, ""))))
        .contains("The slowest of 2 recoveries took 9.0 s.");
  }
}
