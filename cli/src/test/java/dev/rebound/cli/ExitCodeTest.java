package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Outcome;
import dev.rebound.Run;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
  private static Run run(Verdict verdict, Optional<Run> control) {
    Results results = Results.of("x", "flink", "1").verdict(verdict).build();
    return new Run(results, Path.of("runs/x"), control);
  }

  private static int of(Verdict verdict, Verdict control) {
    Run run = run(verdict, Optional.of(run(control, Optional.empty())));
    return ExitCode.of(new Outcome(List.of(run), List.of(), false, Optional.empty()));
  }

  @Test
  void aControlThatDidNotPassLeavesNoPass() {
    assertThat(of(Verdict.PASS, Verdict.PASS)).isEqualTo(ExitCode.PASS);
    assertThat(of(Verdict.PASS, Verdict.UNKNOWN)).isEqualTo(ExitCode.UNKNOWN);
    assertThat(of(Verdict.PASS, Verdict.FAIL)).isEqualTo(ExitCode.UNKNOWN);
    assertThat(of(Verdict.FAIL, Verdict.UNKNOWN)).isEqualTo(ExitCode.FAIL);
  }

  @Test
  void whatRanNothingProvesNothing() {
    assertThat(ExitCode.of(new Outcome(List.of(), List.of(), false, Optional.empty())))
        .isEqualTo(ExitCode.UNKNOWN);
  }
}
