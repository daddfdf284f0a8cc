package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine, a workload and a fault of jars from outside the repository, in real runs. */
@Tag("process")
class ExtensionsIT {
  private static final String FILE =
      """
      name: own
      kafka: { brokers: 1, partitions: 4 }
      engine: { name: relay, workers: 2, guarantee: at-least-once }
      workload: { name: alarms, limit: 500 }
      load: { rate: 500/s }
      phases: { warmup: 1s, baseline: 4s, faults: 12s, settle: 4s, drain: 20s }
      faults:
        - { at: 1s, stutter: worker, for: 1s }
        - { at: 4s, kill: worker, restart: { after: 1s } }
      """;

  @TempDir Path folder;

  @Test
  void allThreeInOneRunLoseNothing() throws Exception {
    RealRun run = run(List.of());
    assertThat(run.result().faults())
        .extracting(Results.FaultResult::kind)
        .containsExactly("stutter", "kill");
    assertThat(run.check()).as("%s", run.log()).isEqualTo(run.status());
    assertThat(run.folders().get(0).resolve("environment.json"))
        .content()
        .contains("\"extensions\"", "Alarms.jar", "Stutter.jar", "Relay.jar");
  }

  /** An engine that loads a job's classes by itself is given them with the job. */
  @Test
  @Tag("long")
  void flinkComputesTheWorkloadByItsPipeline() throws Exception {
    run(List.of("engine={ name: flink, workers: 2, spares: 1 }"));
  }

  private RealRun run(List<String> settings) throws Exception {
    ExtensionJars jars = new ExtensionJars(folder);
    Path runs = Files.createDirectory(folder.resolve("runs"));
    Path file = Files.writeString(folder.resolve("own.yaml"), FILE);
    List<String> with = ExtensionJars.with(jars.alarms(), jars.stutter(), jars.relay());
    RealRun run = new RealRun(runs, file.toString(), RealRun.WITHOUT_CACHE, settings, with);
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.PASS);
    assertThat(run.judged("diverged")).isEqualTo(Verdict.PASS);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.PASS);
    assertThat(run.result().audits().get(0).distinct()).isGreaterThan(2_000);
    assertThat(run.result().faults())
        .extracting(Results.FaultResult::impact)
        .as("nobody tells who of them has work, and output may hide a pause of so little")
        .doesNotContain(Impact.NONE, Impact.NOT_CONFIRMED)
        .last()
        .isEqualTo(Impact.HIT);
    return run;
  }
}
