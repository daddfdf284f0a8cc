package dev.rebound.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.oracle.records.Events;
import dev.rebound.report.page.ReportTables;
import dev.rebound.report.terminal.TerminalOptions;
import dev.rebound.report.terminal.TerminalSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The claims of a report's first sentences. */
class HeadlineTest {
  private static Results results(Map<String, String> unjudged, Span... recoveries) {
    List<FaultResult> faults = new ArrayList<>();
    for (Span recovery : recoveries) {
      faults.add(
          FaultResult.hit(
                  faults.size() + 1,
                  "kill",
                  "worker",
                  List.of("worker-1"),
                  Span.noDip(1000, ""),
                  recovery)
              .build());
    }
    List<Finding> findings =
        FindingKind.always().stream()
            .map(kind -> new Finding(kind, 0, false, Map.of(), List.of(), Map.of()))
            .toList();
    return Results.of("r", "flink", "1")
        .guarantee("at-least-once")
        .profile("stock")
        .faults(faults)
        .audits(
            List.of(new Audit("read-committed", true, 100, 100, 100, findings, null, List.of())))
        .unjudged(unjudged)
        .build();
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
  void aShareThatLiesBetweenTwoIsNoLength() {
    Results.Bounds between = new Results.Bounds(0.1, 0.4934);
    assertThat(
            Headline.observed(
                new Results.Judgement(
                    "requests.failed-share", "< 0.2", 0.4934, between, Verdict.UNKNOWN, "")))
        .isEqualTo("0.493 (0.1 – 0.493)");
  }

  @Test
  void aCountThatMayBeMoreIsNotPrintedAsALength() {
    Results.Bounds least = new Results.Bounds(3, Double.POSITIVE_INFINITY);
    assertThat(
            Headline.observed(
                new Results.Judgement("lost", "< 10", 3.0, least, Verdict.UNKNOWN, "pending")))
        .isEqualTo("3 or more");
    assertThat(
            Headline.observed(
                new Results.Judgement(
                    "recovery.max",
                    "< 10s",
                    Double.POSITIVE_INFINITY,
                    new Results.Bounds(3_000, Double.POSITIVE_INFINITY),
                    Verdict.UNKNOWN,
                    "cut off")))
        .startsWith("over 3");
  }

  @Test
  void withoutAnOracleTheVerdictSaysWhatItDoesNotSpeakOf() {
    Results results =
        results(Map.of("lost", "not drained", "duplicated", Events.NONE)).toBuilder()
            .judgements(List.of(new Results.Judgement("lost-by-kafka", "0", 0.0, Verdict.PASS, "")))
            .build();
    String sentence = "Not looked at: lost, duplicated, values (oracle none).";
    assertThat(Headline.sentences(results)).contains(sentence);
    assertThat(RunStory.of(results)).contains(sentence);
    assertThat(TerminalSummary.lines(TerminalOptions.plain(), results, null))
        .anyMatch(line -> line.contains("not of the program's output"))
        .anyMatch(line -> line.contains(sentence));
    assertThat(Headline.sentences(results(Map.of()))).doesNotContain(sentence);
  }

  @Test
  void howFastABacklogWasWorkedOffIsSaid() {
    Results flatOut =
        results(Map.of()).toBuilder()
            .metrics(Map.of("backlog.rate", 50_000.0, "cpu.seconds-per-million", 25.0))
            .build();

    assertThat(Headline.sentences(flatOut))
        .anyMatch(said -> said.startsWith("The job worked off 50,000"))
        .anyMatch(said -> said.endsWith("40,000 records for each CPU-second of the engine."));
    assertThat(withRig(flatOut, 0.97)).anyMatch(said -> said.endsWith("the engine may take more."));
    assertThat(withRig(flatOut, 0.6)).noneMatch(said -> said.endsWith("may take more."));
  }

  private static List<String> withRig(Results flatOut, double share) {
    Map<String, Double> metrics = new HashMap<>(flatOut.metrics());
    metrics.put("backlog.rig-cpu", share);
    return Headline.sentences(flatOut.toBuilder().metrics(metrics).build());
  }

  @Test
  void whatDivergedIsNoOutput() {
    List<Finding> findings =
        List.of(
            new Finding(FindingKind.LOST, 100, false, Map.of(), List.of(), Map.of()),
            new Finding(FindingKind.DIVERGED, 37, false, Map.of(), List.of(), Map.of()));
    List<String> said = new ArrayList<>();
    Headline.findings(
        results(Map.of()).toBuilder()
            .audits(
                List.of(
                    new Audit("read-committed", true, 5423, 5323, 5323, findings, null, List.of())))
            .build(),
        said);
    assertThat(said).containsExactly("Of 5,423 expected outputs: 100 lost.", "37 states diverged.");
  }

  @Test
  void aFigureThatIsInDoubtIsMarkedWhereItStandsLargest() {
    Span recovery = Span.ended(1200, 1100, 1300, 100, "");
    assertThat(ReportTables.tiles(results(Map.of(), recovery)).get(1))
        .extracting(ReportTables.Tile::note, ReportTables.Tile::state)
        .containsExactly("until caught up", "");
    assertThat(ReportTables.tiles(results(Map.of("recovery", "cpu-saturated"), recovery)).get(1))
        .extracting(ReportTables.Tile::value, ReportTables.Tile::note, ReportTables.Tile::state)
        .containsExactly("1.2 s", "until caught up, in doubt", "unknown");
  }

  @Test
  void whatStandsUnderAPhaseIsItsLatenciesAndNotItsRates() {
    String why = "no schedule";
    assertThat(Headline.sentences(results(Map.of("baseline", why, "faults", why, "outage", why))))
        .contains("Do not rely on outage and latencies of baseline, faults: no schedule.");
    assertThat(Headline.sentences(results(Map.of("baseline", why, "settle", why))))
        .contains("Do not rely on latencies of baseline and settle: no schedule.");
    assertThat(Headline.sentences(results(Map.of("outage", why))))
        .contains("Do not rely on outage: no schedule.");
  }

  @Test
  void aRecoveryThatIsUnknownIsNotCountedAmongThoseThatWereFasterThanTheSlowest() {
    Span ended = new Span(SpanState.ENDED, 9000, 100, "");
    assertThat(
            Headline.sentences(
                results(Map.of(), ended, ended, Span.unknown("why"), Span.unended(1, 1, ""))))
        .contains(
            "After 1 fault it did not catch up while it was watched.",
            "The slowest recovery of 2 faults took 9.0 s.",
            "Of 1 fault it is not known.");
    assertThat(Headline.sentences(results(Map.of(), ended, Span.unknown("why"))))
        .contains("The slowest recovery of 1 fault took 9.0 s.");
  }

  /** Of a service with one instance. */
  private static Results.Away away(long millis, boolean ended, long failed) {
    Span all = new Span(ended ? SpanState.ENDED : SpanState.UNENDED, millis, 0, "");
    return new Results.Away(millis, ended, failed, all, all);
  }

  @Test
  void aServiceThatWasAwayInPartIsNotSaidToHaveBeenAwayForAMoment() {
    Results.Span unknown = Results.Span.unknown("");
    Span instance = Span.ended(60_000, 60_000, 60_000, 0, "worker-1");
    Results.FaultResult half =
        Results.FaultResult.hit(1, "kill", "worker", List.of("w"), unknown, unknown)
            .away(
                new Results.Away(
                    25, true, 1_500, Span.ended(9_000, 9_000, 11_000, 0, ""), instance))
            .build();
    assertThat(FaultWords.away(half))
        .isEqualTo(
            "away 9.0 s (9.0 – 11.0 s; 1,500 requests not accepted; wholly away 25 ms; worker-1"
                + " away 1 min)");
    Results.FaultResult earlier =
        half.toBuilder().away(new Results.Away(25, true, 1_500, null, null)).build();
    assertThat(FaultWords.away(earlier))
        .isEqualTo("wholly away 25 ms (1,500 requests not accepted)");
  }

  @Test
  void whatAServiceDidWhileItWasAwayIsSaid() {
    Results.Span unknown = Results.Span.unknown("");
    Results service =
        results(Map.of("diverged", "only keys are looked at")).toBuilder()
            .metrics(Map.of("requests.answered-early", 12.0, "persistence.max", 2_500.0))
            .faults(
                List.of(
                    Results.FaultResult.hit(1, "kill", "worker", List.of("w"), unknown, unknown)
                        .away(away(4_200, true, 415))
                        .build(),
                    Results.FaultResult.hit(2, "kill", "database", List.of("d"), unknown, unknown)
                        .away(away(9_000, false, 1))
                        .build()))
            .build();
    List<String> said = Headline.sentences(service);
    assertThat(said)
        .noneMatch(sentence -> sentence.contains("state"))
        .anyMatch(
            sentence ->
                sentence.startsWith(
                    "12 accepted requests had no row or record yet when answered, for up to 2.5 s"))
        .anyMatch(
            sentence ->
                sentence.startsWith("kill worker: away 4.2 s (415 requests not accepted); kill")
                    && sentence.contains("database: away over 9")
                    && sentence.endsWith("(1 request not accepted)."));
  }
}
