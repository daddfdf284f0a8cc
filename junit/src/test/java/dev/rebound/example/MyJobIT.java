package dev.rebound.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.Outcome;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.junit.ReboundExperiment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A program of one Java file, killed under load by a test of its own. */
@Tag("process")
@Tag("thorough")
class MyJobIT {
  @Test
  @ReboundExperiment(
      value = "../experiments/your-own-job/java.yaml",
      set = {
        "engine.run=java -cp ${class-path} ../experiments/your-own-job/Forward.java",
        "phases.faults=8s"
      },
      abortIfUnknown = true)
  void losesNothingWhenWorkersAreKilled(Outcome outcome) {
    assertThat(outcome.run().judged("lost")).isEqualTo(Verdict.PASS);
  }
}
