package dev.rebound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.IncidentSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** When the two runs of an incident ended as it says. */
class IncidentTest {
  private static final Incident INCIDENT =
      new Incident(
          "gone",
          Path.of("gone.yaml"),
          "Records go.",
          new IncidentSpec("gone", "any", List.of(), List.of("lost"), 1, "Do otherwise."),
          "shown",
          "fixed");

  private static Run run(String name, Verdict verdict, String... broken) {
    Results results =
        Results.of("x", "flink", "1")
            .runId(name)
            .name(name)
            .guarantee("at-least-once")
            .profile("stock")
            .verdict(verdict)
            .judgements(
                Stream.of(broken)
                    .map(metric -> new Results.Judgement(metric, "0", 3.0, Verdict.FAIL, ""))
                    .toList())
            .build();
    return new Run(results, Path.of(name), Optional.empty());
  }

  private static List<Boolean> asStated(Run... runs) {
    Outcome outcome = new Outcome(List.of(runs), List.of(), false, Optional.empty());
    return INCIDENT.cells(outcome).stream().map(Incident.Cell::asStated).toList();
  }

  @Test
  void theFirstFailsAsTheIncidentDidAndTheSecondPasses() {
    Run shown = run("shown", Verdict.FAIL, "lost", "unexpected");
    Run fixed = run("fixed", Verdict.PASS);
    assertThat(asStated(shown, fixed)).containsExactly(true, true);
    assertThat(asStated(shown, shown, fixed)).containsExactly(true, true);
    assertThat(asStated(run("shown", Verdict.FAIL, "duplicated"), fixed))
        .as("it failed otherwise")
        .containsExactly(false, true);
    assertThat(asStated(run("shown", Verdict.UNKNOWN, "lost"), run("fixed", Verdict.UNKNOWN)))
        .containsExactly(false, false);
    assertThat(asStated(shown, run("shown", Verdict.PASS), fixed, run("fixed", Verdict.FAIL)))
        .as("once of twice")
        .containsExactly(false, false);
  }

  @Test
  void aRunThatIsMissingIsNotAsStated() {
    assertThat(asStated(run("shown", Verdict.FAIL, "lost"))).containsExactly(true, false);
    assertThat(
            INCIDENT.cells(
                new Outcome(
                    List.of(),
                    List.of(
                        new Outcome.Failure("shown", ReboundException.environment("no", "Try."))),
                    true,
                    Optional.empty())))
        .allMatch(cell -> !cell.asStated() && cell.verdict() == Verdict.UNKNOWN);
  }

  @Test
  void aPassWhoseControlDidNotPassIsNone() {
    Run fixed = run("fixed", Verdict.PASS);
    Run held =
        new Run(fixed.results(), fixed.folder(), Optional.of(run("fixed-control", Verdict.FAIL)));
    Run shown = run("shown", Verdict.FAIL, "lost");
    Run failed = new Run(shown.results(), shown.folder(), held.control());
    assertThat(asStated(failed, held)).containsExactly(true, false);
  }
}
