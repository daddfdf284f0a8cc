package dev.rebound.lab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.judge.RigRules;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.experiment.MadeUpEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RigRulesTest {
  private static final String SERVICE =
      """
      name: service
      engine: { name: made-up }
      workload: { name: activation }
      load: { rate: 10/s }
      """;

  @TempDir Path folder;

  private List<String> touched(Doubt doubt, String faults) throws IOException {
    return touched(doubt, "baseline", faults);
  }

  private List<String> touched(Doubt doubt, String phase, String more) throws IOException {
    return doubt.touches(rules(more).where(phase, false));
  }

  private RigRules rules(String more) throws IOException {
    Path file = Files.writeString(folder.resolve("service.yaml"), SERVICE + more);
    Experiment experiment =
        ExperimentFile.load(
                file, List.of(), 1, Map.of("made-up", MadeUpEngine.offering(Guarantee.values())))
            .get(0);
    return ExperimentTerms.rules(experiment, DeliveryGuarantee.of(Guarantee.NONE, 0));
  }

  /** Where they share cores, the engine may well fill them. */
  @Test
  void aRigOnTheEnginesCoresIsNotApart() throws IOException {
    assertThat(rules("").rigApart()).isFalse();
    assertThat(rules("cores: { subject: 2, rig: 0 }\n").rigApart()).isFalse();
    assertThat(rules("cores: { subject: 1, rig: 1 }\n").rigApart()).isTrue();
  }

  @Test
  void aServiceThatNothingHitsCannotBeStillSlow() throws IOException {
    for (Doubt doubt : List.of(Doubt.FLAT_OUT, Doubt.CPU_SATURATED)) {
      assertThat(touched(doubt, "")).doesNotContain(Metrics.STILL_SLOW);
      assertThat(touched(doubt, "faults: [{ at: 1s, kill: worker }]")).contains(Metrics.STILL_SLOW);
    }
  }

  /** Requests that fail while the generator is starved are no failure of the service. */
  @Test
  void aGeneratorThatWasStarvedInTheEndTellsNothingOfWhoIsBack() throws IOException {
    String kill = "faults: [{ at: 1s, kill: worker }]\n";
    assertThat(touched(Doubt.GENERATOR_STARVED, "settle", kill)).contains(Metrics.NEVER_BACK);
    assertThat(touched(Doubt.GENERATOR_STARVED, "baseline", kill)).contains(Metrics.NEVER_BACK);
    assertThat(touched(Doubt.GENERATOR_STARVED, "faults", kill)).doesNotContain(Metrics.NEVER_BACK);
  }

  @Test
  void whereTheWarmupIsTheBaselineOneThatWasStarvedTellsNothingOfWhoIsStillSlow()
      throws IOException {
    String kill = "faults: [{ at: 1s, kill: worker }]\n";
    assertThat(touched(Doubt.GENERATOR_STARVED, "warmup", kill)).doesNotContain(Metrics.STILL_SLOW);
    assertThat(touched(Doubt.GENERATOR_STARVED, "warmup", kill + "phases: { baseline: 0s }\n"))
        .contains(Metrics.STILL_SLOW);
  }
}
