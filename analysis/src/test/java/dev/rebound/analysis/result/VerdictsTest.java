package dev.rebound.analysis.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Results.RigDoubt;
import dev.rebound.analysis.result.Results.Span;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictsTest {
  private static final Expectation LOST = new Expectation("lost", Expectation.Op.EQUAL, 0, "0", 0);
  private static final Expectation RECOVERY =
      new Expectation("recovery.max", Expectation.Op.LESS, 30_000, "< 30s", 0);

  private static Verdict judge(
      Expectation expectation, Map<String, Double> metrics, Map<String, String> unjudged) {
    List<Judgement> judged = Verdicts.judge(List.of(expectation), metrics, Map.of(), unjudged);
    return judged.get(0).verdict();
  }

  private static FaultResult fault(Impact impact) {
    Span span = new Span(SpanState.NO_DIP, 0, 1000, "");
    return FaultResult.hit(1, "kill", "worker", List.of("w"), span, span).impact(impact).build();
  }

  @Test
  void whatHoldsPassesAndWhatDoesNotFails() {
    assertThat(judge(LOST, Map.of("lost", 0.0), Map.of())).isEqualTo(Verdict.PASS);
    assertThat(judge(LOST, Map.of("lost", 1.0), Map.of())).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aStarvedRigConvictsNoServiceOfStayingAway() {
    Expectation back = new Expectation("never-back", Expectation.Op.EQUAL, 0, "0", 0);
    Map<String, String> doubted = Map.of("never-back", "late", "lost", "late");
    List<Judgement> judged =
        Verdicts.judge(
            List.of(back, LOST),
            Map.of("never-back", 62.0, "lost", 3.0),
            Map.of(),
            doubted,
            doubted);
    assertThat(judged)
        .extracting(Judgement::verdict)
        .containsExactly(Verdict.UNKNOWN, Verdict.FAIL);
  }

  @Test
  void aLengthBetweenTwoIsToldWithItsUnit() {
    Map<String, Double> metrics = Map.of("recovery.max", 43_242.0);
    assertThat(
            Verdicts.judge(
                    List.of(RECOVERY),
                    metrics,
                    Map.of("recovery.max", new Results.Bounds(12_000, Double.POSITIVE_INFINITY)),
                    Map.of())
                .get(0)
                .why())
        .isEqualTo("it is at least 12.0 s, and may be any length");
    assertThat(
            Verdicts.judge(
                    List.of(RECOVERY),
                    metrics,
                    Map.of("recovery.max", new Results.Bounds(12_000, 43_242)),
                    Map.of())
                .get(0)
                .why())
        .isEqualTo("it lies between 12.0 s and 43.2 s");
  }

  @Test
  void aBaselineAgainstWhichNothingShowsLeavesARunUnmeasured() {
    Span unknown = new Span(SpanState.UNKNOWN, 0, 0, "the baseline was too uneven");
    FaultResult blind = FaultResult.hit(1, "kill", "worker", List.of(), unknown, unknown).build();
    assertThat(results(blind, fault(Impact.HIT)).unmeasured()).isEmpty();
    assertThat(results(fault(Impact.NONE)).unmeasured()).isEmpty();
    assertThat(results(blind, fault(Impact.NONE)).unmeasured()).contains("too uneven");
  }

  @Test
  void whatAnotherRunWouldNotTellEitherLeavesNoRunUnmeasured() {
    Span unknown = new Span(SpanState.UNKNOWN, 0, 0, "no schedule");
    FaultResult blind = FaultResult.hit(1, "kill", "worker", List.of(), unknown, unknown).build();
    ResultsBuilder results = Results.of("", "", "").faults(List.of(blind));
    assertThat(results.build().unmeasured()).contains("no schedule");
    RigDoubt closed = new RigDoubt("flat-out", "no schedule", "write a rate");
    assertThat(results.warnings(List.of(closed)).build().unmeasured()).isEmpty();
    Map<String, Double> asked = Map.of("requests.failed-share", 0.2);
    assertThat(results.warnings(List.of()).metrics(asked).build().unmeasured()).isEmpty();
  }

  private static Results results(FaultResult... faults) {
    return Results.of("", "", "").faults(List.of(faults)).build();
  }

  @Test
  void anOutageWithoutEndFails() {
    assertThat(judge(RECOVERY, Map.of("recovery.max", Double.POSITIVE_INFINITY), Map.of()))
        .isEqualTo(Verdict.FAIL);
  }

  @Test
  void whatAnInterruptedRunDidNotWaitForIsUnknown() {
    Map<String, Double> metrics =
        new HashMap<>(Map.of("recovery.max", Double.POSITIVE_INFINITY, "lost", 1.0));
    Map<String, String> unjudged = new HashMap<>();
    Verdicts.leaveOpen(metrics, unjudged);
    assertThat(judge(RECOVERY, metrics, unjudged)).isEqualTo(Verdict.UNKNOWN);
    assertThat(judge(LOST, metrics, unjudged)).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aNumberThatIsNotThereIsUnknown() {
    assertThat(judge(LOST, Map.of(), Map.of())).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aReasonNotToJudgeAGroupOfMetricsMakesEachOfThemUnknown() {
    assertThat(judge(RECOVERY, Map.of("recovery.max", 10.0), Map.of("recovery", "no impact")))
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void whatIsOverItsBoundAlreadyFailsWhateverIsNotKnown() {
    assertThat(judge(RECOVERY, Map.of("recovery.max", 40_000.0), Map.of("recovery", "no impact")))
        .isEqualTo(Verdict.FAIL);
    assertThat(judge(LOST, Map.of("lost", 2.0), Map.of("lost", "pending"))).isEqualTo(Verdict.FAIL);
  }

  @Test
  void anyFailureFailsAndOtherwiseAnythingUnjudgedIsUnknown() {
    Judgement pass = new Judgement("a", "0", 0.0, Verdict.PASS, "");
    Judgement fail = new Judgement("b", "0", 1.0, Verdict.FAIL, "");
    Judgement unknown = new Judgement("c", "0", null, Verdict.UNKNOWN, "");
    assertThat(Verdicts.verdict(List.of(pass))).isEqualTo(Verdict.PASS);
    assertThat(Verdicts.verdict(List.of(unknown, fail, pass))).isEqualTo(Verdict.FAIL);
    assertThat(Verdicts.verdict(List.of(pass, unknown))).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aFaultThatDidNotHappenNeverLooksLikeAFaultSurvived() {
    Judgement pass = new Judgement("a", "0", 0.0, Verdict.PASS, "");
    assertThat(Verdicts.verdict(List.of(pass), List.of(fault(Impact.HIT)))).isEqualTo(Verdict.PASS);
    assertThat(Verdicts.verdict(List.of(pass), List.of(fault(Impact.NOT_CONFIRMED))))
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(Verdicts.verdict(List.of(pass), List.of(fault(Impact.HIT), fault(Impact.NONE))))
        .isEqualTo(Verdict.UNKNOWN);
  }
}
