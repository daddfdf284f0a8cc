package dev.rebound.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.report.SyntheticRun;
import dev.rebound.report.page.Glossary;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoryTest {
  private static final Results RUN = SyntheticRun.results(Verdict.PASS, List.of());

  private static FaultResult fault(String kind, List<String> victims, Span outage, Span recovery) {
    return FaultResult.hit(1, kind, "worker", victims, outage, recovery).build();
  }

  private static String told(FaultResult fault) {
    return String.join(" ", FaultStory.of(fault, null, RUN));
  }

  @Test
  void aFaultIsToldInSentences() {
    assertThat(String.join(" ", FaultStory.of(RUN.faults().get(0), null, RUN)))
        .isEqualTo(
            "SIGKILL hit worker-2. Output stopped for 3.2 s; all that was delayed had been"
                + " delivered after 8.9 s. Readers saw nothing lost or duplicated. 500 uncommitted"
                + " duplicates were discarded.");
  }

  @Test
  void whatBelongsToNoSingleFaultIsToldAtEach() {
    assertThat(lost(Map.of("ambiguous", 630L, "unattributed", 2L)))
        .endsWith(
            "Readers saw nothing duplicated. 632 lost in the run are attributed to no single"
                + " fault.");
    assertThat(lost(Map.of("1", 5L, "unattributed", 1L)))
        .endsWith(
            "Readers saw 5 lost; nothing duplicated. 1 lost in the run is attributed to no single"
                + " fault.");
  }

  /** The story's words on losses by the first fault, in a run that lost outputs. */
  private static String lost(Map<String, Long> byFault) {
    long count = byFault.values().stream().mapToLong(Long::longValue).sum();
    Results run =
        RUN.toBuilder()
            .audits(
                List.of(
                    new Results.Audit(
                        "read-committed",
                        true,
                        1000,
                        1000 - count,
                        1000 - count,
                        List.of(
                            new Results.Finding(
                                FindingKind.LOST, count, false, byFault, List.of(), Map.of()),
                            new Results.Finding(
                                FindingKind.DUPLICATED, 0, false, Map.of(), List.of(), Map.of())),
                        null,
                        List.of())))
            .build();
    return String.join(" ", FaultStory.of(run.faults().get(0), null, run));
  }

  @Test
  void reasonsBeyondTheFirstAreAmongTheDoubts() {
    Results doubted = SyntheticRun.results(Verdict.UNKNOWN, SyntheticRun.unjudged());
    assertThat(RunStory.of(doubted)).filteredOn(said -> said.contains("not be judged")).hasSize(1);
    assertThat(RunStory.doubts(doubted))
        .filteredOn(said -> said.contains("not be judged"))
        .hasSize(SyntheticRun.unjudged().size() - 1);
  }

  @Test
  void aReasonThatWasToldIsNotToldAgain() {
    Results doubted =
        SyntheticRun.results(
                Verdict.UNKNOWN,
                List.of(
                    new Results.Judgement("outage.max", "< 2s", null, Verdict.UNKNOWN, "CPU full")))
            .toBuilder()
            .unjudged(Map.of("outage", "CPU full", "recovery", "CPU full", "baseline", "clock set"))
            .build();
    assertThat(RunStory.of(doubted)).contains("outage.max could not be judged: CPU full.");
    assertThat(RunStory.doubts(doubted))
        .contains(
            "Do not rely on outage and recovery, for the same reason.",
            "Do not rely on latencies of baseline: clock set.");
  }

  @Test
  void whatDidNotEndAndWhatIsNotKnownIsSaid() {
    assertThat(
            told(
                fault(
                    "kill",
                    List.of("a", "b"),
                    Span.unended(9000, 0, ""),
                    Span.unended(9000, 0, ""))))
        .isEqualTo(
            "SIGKILL hit a and b. Output stopped; it had not come back everywhere, nor had all that"
                + " was delayed been delivered, when the watch ended. Readers saw nothing lost or"
                + " duplicated. 500 uncommitted duplicates were discarded.");
    assertThat(told(fault("pause", List.of("a"), Span.noDip(900, ""), Span.noDip(900, ""))))
        .contains(
            "a stood still (SIGSTOP).", "(up to 900 ms); nothing came much later than usual.");
    assertThat(
            told(fault("terminate", List.of("a"), Span.unknown("no baseline"), Span.unknown("x"))))
        .contains("An orderly end was asked of a.", "is not known: no baseline.");
    assertThat(
            told(fault("kill", List.of("a", "b", "c", "d"), Span.noDip(1, ""), Span.noDip(1, ""))))
        .startsWith("SIGKILL hit 4 workers.");
  }

  @Test
  void aFailingRunSaysFirstWhyThenWhatBrokeForHowLongAndWhatWasLost() {
    Results failed =
        SyntheticRun.results(
            Verdict.FAIL,
            List.of(
                new Results.Judgement("outage.max", "< 2s", 3200.0, Verdict.FAIL, ""),
                new Results.Judgement(
                    "detected.max", "< 1s", null, Verdict.UNKNOWN, "nobody said")));
    assertThat(RunStory.of(failed))
        .startsWith(
            "It failed because outage.max was 3.2 s (expected < 2s).",
            "detected.max could not be judged: nobody said.",
            "2 faults, each SIGKILL to 1 worker.",
            "At worst, output stopped for 3.2 s; all that was delayed had been delivered after 9.0"
                + " s.");
    assertThat(String.join(" ", RunStory.of(failed))).contains("nothing was lost");
    assertThat(RunStory.doubts(failed)).anyMatch(said -> said.contains("sampling-gap"));
    assertThat(RunStory.of(null)).hasSize(1);
  }

  @Test
  void everyKindOfFindingAndEveryStepHasItsSentence() throws IOException {
    Map<String, String> terms = Glossary.terms();
    assertThat(terms)
        .containsKeys("lost", "duplicated", "reordered", "diverged", "unexpected", "uncommitted")
        .containsKeys("missed-live", "open", "hanging", "pending", "lost-by-kafka", "refused-input")
        .containsKeys("detected", "reassigned", "restored", "first output", "caught up");
    assertThat(terms.values()).allMatch(sentence -> sentence.endsWith("."));
  }
}
