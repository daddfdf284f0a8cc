package dev.rebound.campaign.sustain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.EngineDeclaration;
import dev.rebound.lab.experiment.EngineSpec;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search for the sustained rate: how it changes an experiment, and the files that it leaves. */
class SustainRunTest {
  @TempDir Path folder;

  @Test
  void takesFaultsAwayAndForgetsRecordsAndLeavesTheBrokersElseAsTheyAre() throws IOException {
    Path file = folder.resolve("some.yaml");
    Files.writeString(
        file,
        """
        name: some
        kafka:
          jvm: [-XX:+UseParallelGC]
          config: { log.retention.ms: 5, num.io.threads: 3 }
        engine: { name: kafka-streams }
        load: { rate: 100/s }
        faults:
          - { at: 1s, kill: worker }
        """);
    Experiment experiment = ExperimentFile.load(file, List.of(), 1).get(0);
    Experiment search = SustainRun.forSearch(experiment);

    assertThat(search.faults()).isEmpty();
    assertThat(search.kafka().jvm()).containsExactly("-XX:+UseParallelGC");
    assertThat(search.kafka().config())
        .containsEntry("log.retention.ms", "5")
        .containsEntry("num.io.threads", "3")
        .containsKey("log.segment.bytes");
    assertThat(search.engine()).isEqualTo(experiment.engine());
    assertThat(search.load()).isEqualTo(experiment.load());
  }

  @Test
  void whatIsAskedOverHttpHasNoBacklogToSearchBy() {
    String text = "name: x\nengine: { name: shop }\nload: { rate: 10/s }\n";
    Experiment asked = ExperimentFile.text(text, List.of(), 1, false, Map.of()).get(0);

    assertThatCode(() -> SustainRun.requireJob(asked, computing("grep")))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> SustainRun.requireJob(asked, computing("activation")))
        .isInstanceOf(ReboundException.class)
        .hasMessageContaining("shop is a service, which has none");
  }

  private static EngineDeclaration computing(String workload) {
    return new EngineDeclaration(
        "made-up",
        "1",
        new EngineDeclaration.Capabilities(
            Set.of(Guarantee.NONE),
            EngineSpec.PROFILES,
            Set.of("worker"),
            Set.of(),
            List.of(workload),
            1),
        List.of(),
        section -> {},
        EngineSpec::promiseOfGuarantee,
        version -> List.of(),
        EngineDeclaration.Support.NONE);
  }
}
