package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTest {
  private static final Outcome.Failure FAILURE =
      new Outcome.Failure("x", ReboundException.environment("no room", "Make room."));

  @Test
  void anyFailureFailsAndAnythingUnknownIsUnknown() {
    assertThat(outcome(Verdict.PASS, Verdict.PASS).verdict()).isEqualTo(Verdict.PASS);
    assertThat(outcome(Verdict.PASS, Verdict.UNKNOWN).verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(outcome(Verdict.FAIL, Verdict.UNKNOWN).verdict()).isEqualTo(Verdict.FAIL);
    assertThat(outcome().verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aRunThatIsMissingIsNeverAPass() {
    List<Run> runs = List.of(run(Verdict.PASS));
    assertThat(new Outcome(runs, List.of(FAILURE), false, Optional.empty()).verdict())
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(new Outcome(runs, List.of(), true, Optional.empty()).verdict())
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void theOnlyRunIsAtHand() {
    Outcome one = outcome(Verdict.FAIL);
    assertThat(one.results().verdict()).isEqualTo(Verdict.FAIL);
    assertThat(one.folder()).isEqualTo(Path.of("runs/x"));
    assertThat(one.report()).isEqualTo(Path.of("runs/x/report.html"));
  }

  @Test
  void whatWasExpectedOfAMetricIsJudged() {
    Run run = run(Verdict.FAIL);
    assertThat(run.judged("lost")).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.PASS);
    assertThat(run.judged("duplicated")).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void itsWordsSayWhatFailedAndWhereTheReportIs() {
    assertThat(outcome(Verdict.FAIL).toString())
        .contains("x: fail", "fail: lost 3, expected 0", "run-broken: it broke", "report.html")
        .doesNotContain("unexpected");
  }

  private static Outcome outcome(Verdict... verdicts) {
    return new Outcome(
        List.of(verdicts).stream().map(OutcomeTest::run).toList(),
        List.of(),
        false,
        Optional.empty());
  }

  private static Run run(Verdict verdict) {
    Results results =
        Results.of("x", "flink", "1")
            .runId("x-1")
            .name("x")
            .guarantee("at-least-once")
            .profile("stock")
            .verdict(verdict)
            .judgements(
                List.of(
                    new Results.Judgement("lost", "0", 3.0, Verdict.FAIL, ""),
                    new Results.Judgement("unexpected", "0", 0.0, Verdict.PASS, "")))
            .warnings(List.of(new Results.RigDoubt("run-broken", "it broke", "See the logs.")))
            .build();
    return new Run(results, Path.of("runs/x"), Optional.empty());
  }
}
