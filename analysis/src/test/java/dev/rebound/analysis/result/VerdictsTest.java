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

  private static String judge(
      Expectation expectation, Map<String, Double> metrics, Map<String, String> unjudged) {
    List<Judgement> judged = Verdicts.judge(List.of(expectation), metrics, unjudged);
    return judged.get(0).verdict();
  }

  private static FaultResult fault(String impact) {
    Span span = new Span("no dip", 0, 1000, "");
    return FaultResult.hit(1, "kill", "worker", List.of("w"), span, span).impact(impact).build();
  }

  @Test
  void whatHoldsPassesAndWhatDoesNotFails() {
    assertThat(judge(LOST, Map.of("lost", 0.0), Map.of())).isEqualTo("pass");
    assertThat(judge(LOST, Map.of("lost", 1.0), Map.of())).isEqualTo("fail");
  }

  @Test
  void aBaselineAgainstWhichNothingShowsLeavesARunUnmeasured() {
    Span unknown = new Span("unknown", 0, 0, "the baseline was too uneven");
    FaultResult blind = FaultResult.hit(1, "kill", "worker", List.of(), unknown, unknown).build();
    assertThat(results(blind, fault("hit")).unmeasured()).isEmpty();
    assertThat(results(fault("no impact")).unmeasured()).isEmpty();
    assertThat(results(blind, fault("no impact")).unmeasured()).contains("too uneven");
  }

  @Test
  void whatAnotherRunWouldNotTellEitherLeavesNoRunUnmeasured() {
    Span unknown = new Span("unknown", 0, 0, "no schedule");
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
        .isEqualTo("fail");
  }

  @Test
  void whatAnInterruptedRunDidNotWaitForIsUnknown() {
    Map<String, Double> metrics =
        new HashMap<>(Map.of("recovery.max", Double.POSITIVE_INFINITY, "lost", 1.0));
    Map<String, String> unjudged = new HashMap<>();
    Verdicts.leaveOpen(metrics, unjudged);
    assertThat(judge(RECOVERY, metrics, unjudged)).isEqualTo("unknown");
    assertThat(judge(LOST, metrics, unjudged)).isEqualTo("fail");
  }

  @Test
  void aNumberThatIsNotThereIsUnknown() {
    assertThat(judge(LOST, Map.of(), Map.of())).isEqualTo("unknown");
  }

  @Test
  void aReasonNotToJudgeAGroupOfMetricsMakesEachOfThemUnknown() {
    assertThat(judge(RECOVERY, Map.of("recovery.max", 10.0), Map.of("recovery", "no impact")))
        .isEqualTo("unknown");
  }

  @Test
  void whatIsOverItsBoundAlreadyFailsWhateverIsNotKnown() {
    assertThat(judge(RECOVERY, Map.of("recovery.max", 40_000.0), Map.of("recovery", "no impact")))
        .isEqualTo("fail");
    assertThat(judge(LOST, Map.of("lost", 2.0), Map.of("lost", "pending"))).isEqualTo("fail");
  }

  @Test
  void anyFailureFailsAndOtherwiseAnythingUnjudgedIsUnknown() {
    Judgement pass = new Judgement("a", "0", 0.0, "pass", "");
    Judgement fail = new Judgement("b", "0", 1.0, "fail", "");
    Judgement unknown = new Judgement("c", "0", null, "unknown", "");
    assertThat(Verdicts.verdict(List.of(pass))).isEqualTo("pass");
    assertThat(Verdicts.verdict(List.of(unknown, fail, pass))).isEqualTo("fail");
    assertThat(Verdicts.verdict(List.of(pass, unknown))).isEqualTo("unknown");
  }

  @Test
  void aFaultThatDidNotHappenNeverLooksLikeAFaultSurvived() {
    Judgement pass = new Judgement("a", "0", 0.0, "pass", "");
    assertThat(Verdicts.verdict(List.of(pass), List.of(fault("hit")))).isEqualTo("pass");
    assertThat(Verdicts.verdict(List.of(pass), List.of(fault("not confirmed"))))
        .isEqualTo("unknown");
    assertThat(Verdicts.verdict(List.of(pass), List.of(fault("hit"), fault("no impact"))))
        .isEqualTo("unknown");
  }
}
