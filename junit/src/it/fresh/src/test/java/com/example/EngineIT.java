package com.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.Outcome;
import dev.rebound.Rebound;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** An engine whose job is Rebound's own, from a project that has the library alone. */
class EngineIT {
  private static final String SHORT =
      """
      name: engine
      kafka: { brokers: 1, partitions: 4 }
      engine: { name: kafka-streams, workers: 2 }
      load: { rate: 300/s }
      phases: { warmup: 3s, baseline: 5s, faults: 8s, settle: 5s, drain: 2m }
      faults: [{ at: 1s, kill: worker, restart: { after: 1s } }]
      """;

  @Test
  void runsWithoutAHomeAndLosesNothing() {
    Outcome outcome = Rebound.text(SHORT).runs(Path.of("target/rebound")).run();

    assertThat(outcome.run().judged("lost")).as("%s", outcome).isEqualTo(Verdict.PASS);
    assertThat(outcome.folder().resolve("logs/generator-1.log"))
        .as("instruments log warnings alone, whatever this project's binding does")
        .content()
        .doesNotContain("DEBUG")
        .doesNotContain("SLF4J");
  }

  @Test
  void bringsNeitherACommandLineNorABindingOfSlf4j() {
    for (String other :
        new String[] {"picocli.CommandLine", "org.slf4j.simple.SimpleServiceProvider"}) {
      assertThatThrownBy(() -> Class.forName(other)).isInstanceOf(ClassNotFoundException.class);
    }
  }
}
