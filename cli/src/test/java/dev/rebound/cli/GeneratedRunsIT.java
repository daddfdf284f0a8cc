package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.EngineDeclaration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code load: { generated: true }}, on every engine whose source makes records: each is counted
 * once, and all that is due comes; on Flink, too, where a worker dies meanwhile.
 */
@Tag("process")
@Tag("long")
@Tag("thorough")
class GeneratedRunsIT {
  @TempDir Path folder;

  @TestFactory
  Stream<DynamicTest> everyRecordThatASourceMakesIsCountedOnce() {
    return Engines.declared().values().stream()
        .filter(engine -> engine.capabilities().source().workloads().contains("grouping"))
        .map(engine -> dynamicTest(engine.name(), () -> counts(engine)));
  }

  private void counts(EngineDeclaration engine) throws Exception {
    boolean exactly = engine.capabilities().guarantees().contains(Guarantee.EXACTLY_ONCE);
    RealRun run =
        new RealRun(
            Files.createDirectory(folder.resolve(engine.name())),
            "experiments/grouping.yaml",
            RealRun.WITHOUT_CACHE,
            List.of(
                "engine={ name: %s, workers: 2, guarantee: %s, commit-interval: 1s }"
                    .formatted(
                        engine.name(), exactly ? Guarantee.EXACTLY_ONCE : Guarantee.AT_LEAST_ONCE),
                "workload.output-every=10",
                "load.rate=max",
                "load.max-records=200000",
                "load.generated=true",
                "phases.warmup=1s",
                "phases.baseline=1s",
                "phases.faults=1s",
                "phases.settle=1s",
                "phases.drain=3m",
                "faults=[]",
                "expect={ lost: 0, diverged: 0 }"));
    assertThat(run.results()).as("%s", run.log()).hasSize(1);
    Results.Audit audit = run.result().audits().get(0);
    assertThat(audit.expected()).isBetween(18_000L, 22_000L);
    assertThat(audit.distinct()).as("%s", run.log()).isEqualTo(audit.expected());
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("diverged")).as("%s", run.log()).isEqualTo(Verdict.PASS);
  }

  /**
   * A source that is restored makes again what came after its last checkpoint, and nothing else:
   * one that forgot its position, or kept the one at which it died, would show in the counts. Its
   * records take 10 s or more, so that the kill falls into them.
   */
  @Test
  void aSourceThatIsKilledGoesOnFromThePositionOfItsCheckpoint() throws Exception {
    RealRun run =
        new RealRun(
            Files.createDirectory(folder.resolve("killed")),
            "experiments/grouping.yaml",
            RealRun.WITHOUT_CACHE,
            List.of(
                "engine={ name: flink, workers: 2, guarantee: exactly-once, commit-interval: 1s }",
                "workload.output-every=100",
                "load.rate=max",
                "load.max-records=15000000",
                "load.generated=true",
                "phases.warmup=1s",
                "phases.baseline=1s",
                "phases.faults=20s",
                "phases.settle=1s",
                "phases.drain=3m",
                "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]",
                "expect={ lost: 0, duplicated: 0, diverged: 0 }"));
    run.everyOutputCame(100_000);
    assertThat(run.result().faults()).hasSize(1);
    for (String kind : List.of("lost", "duplicated", "diverged", "unexpected")) {
      assertThat(run.judged(kind)).as("%s: %s", kind, run.log()).isEqualTo(Verdict.PASS);
    }
  }
}
