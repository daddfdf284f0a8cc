package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Run;
import dev.rebound.RunListener;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutputOptionsTest {
  private static Run run(String name, Verdict verdict, boolean control, Optional<Run> against) {
    Results results =
        Results.of("r", "flink", "1.0")
            .runId("r")
            .name(name)
            .control(control)
            .verdict(verdict)
            .build();
    return new Run(results, Path.of("runs", name), against);
  }

  /** The lines that are printed of a run and its control. */
  private static String told(Verdict verdict, Verdict ofControl) {
    OutputOptions output = new OutputOptions();
    output.quiet = true;
    try (Printed printed = new Printed()) {
      RunListener person = output.person(false);
      person.ended(run("a", verdict, false, Optional.empty()));
      Run control = run("a-control", ofControl, true, Optional.empty());
      person.ended(control);
      person.compared(run("a", verdict, false, Optional.of(control)));
      return printed.out();
    }
  }

  @Test
  void aQuietRunDoesNotEndInPassWhereItsControlDidNotPass() {
    assertThat(told(Verdict.PASS, Verdict.PASS).lines())
        .singleElement()
        .asString()
        .startsWith("PASS  a  ");
    assertThat(told(Verdict.FAIL, Verdict.UNKNOWN).lines())
        .singleElement()
        .asString()
        .startsWith("FAIL  a  ");
    assertThat(told(Verdict.PASS, Verdict.FAIL).lines())
        .hasSize(2)
        .last()
        .asString()
        .startsWith("UNKNOWN  a with its control  ");
  }

  @Test
  void aQuietRunTellsOfAControlThatEndedEarly() {
    OutputOptions output = new OutputOptions();
    output.quiet = true;
    Run control = run("a-control", Verdict.UNKNOWN, true, Optional.empty());
    try (Printed printed = new Printed()) {
      output.person(false).notCompared(run("a", Verdict.PASS, false, Optional.of(control)));
      assertThat(printed.out()).startsWith("UNKNOWN  a with its control  ");
    }
  }
}
