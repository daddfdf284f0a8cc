package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code load: { rate: max }}, through a real broker: it takes all of the machine. */
@Tag("process")
@Tag("alone")
@Tag("thorough")
class FlatOutRunsIT {
  private static final List<String> FLAT_OUT =
      List.of(
          "engine.bug=none",
          "engine.jvm=[-XX:TieredStopAtLevel=1, -XX:+UseSerialGC]",
          "load.rate=max",
          "kafka.partitions=2",
          "phases.warmup=1s");

  @TempDir Path runs;

  private RealRun run(String... overrides) throws IOException, InterruptedException {
    List<String> settings = new ArrayList<>(FLAT_OUT);
    settings.addAll(List.of(overrides));
    return new RealRun(runs, "experiments/faulty.yaml", Map.of(), settings);
  }

  private static List<String> warnings(RealRun run) throws IOException {
    return run.result().warnings().stream().map(Results.RigDoubt::code).toList();
  }

  /** The producer waits for one small request after the other, so that there is little to check. */
  @Test
  void throughputAndCountsAreFiguresAndTimesAreNot() throws Exception {
    RealRun run =
        run(
            "load.producer={ linger.ms: 0, batch.size: 2048, buffer.memory: 32768,"
                + " max.in.flight.requests.per.connection: 1 }",
            "phases.baseline=3s",
            "phases.faults=6s",
            "phases.settle=1s",
            "phases.drain=60s",
            "faults=[{ at: 1s, kill: worker, restart: { after: 2s } }]",
            "expect={ outage.max: < 60s, recovery.max: < 60s, output.rate.baseline: '> 20/s' }");

    assertThat(run.judged("lost")).as("%s", run.result().judgements()).isEqualTo(Verdict.PASS);
    assertThat(run.finding(FindingKind.LOST).count()).isZero();
    assertThat(run.judged("output.rate.baseline")).isEqualTo(Verdict.PASS);
    assertThat(run.result().metrics()).containsKeys("cpu.seconds-per-million");
    assertThat(run.result().metrics().get("input.rate.baseline")).isGreaterThan(100);
    assertThat(run.judged("outage.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(run.judged("recovery.max")).isEqualTo(Verdict.UNKNOWN);
    assertThat(warnings(run)).contains("flat-out").doesNotContain("late-start", "load-ended");
    assertThat(run.status()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(run.check()).as("checked again from what it left").isEqualTo(ExitCode.UNKNOWN);
  }

  @Test
  void aLoadThatHasUsedUpItsRoomEndsTheRunInOrder() throws Exception {
    RealRun run =
        run(
            "load.generators=2",
            "load.max-records=60001",
            "phases.baseline=5m",
            "phases.drain=60s",
            "faults=[]");

    assertThat(warnings(run)).contains("flat-out", "load-ended");
    assertThat(run.judged("lost")).as("%s", run.result().judgements()).isEqualTo(Verdict.PASS);
    assertThat(run.status()).isEqualTo(ExitCode.PASS);
  }
}
