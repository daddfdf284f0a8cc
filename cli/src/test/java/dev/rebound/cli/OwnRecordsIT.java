package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped example of records of a user's own, and of a program that copies no header. */
@Tag("process")
@Tag("thorough")
class OwnRecordsIT {
  @TempDir Path runs;

  @Test
  @Tag("long")
  void ordersThatAProgramLosesAreKnownByTheirIds() throws Exception {
    RealRun run =
        new RealRun(
            runs,
            "experiments/your-own-job/records.yaml",
            RealRun.WITHOUT_CACHE,
            List.of(
                "phases.warmup=1s",
                "phases.baseline=4s",
                "phases.faults=29s",
                "phases.settle=5s",
                "faults=[{ at: 1s, every: 8s, kill: worker, restart: { after: 1s } }]",
                "engine.config={ COMMIT: first }"));
    assertThat(run.judged("lost")).as("%s", run.log()).isEqualTo(Verdict.FAIL);
    assertThat(run.judged("unexpected")).isEqualTo(Verdict.PASS);
    assertThat(run.finding(FindingKind.LOST).examples().get(0)).contains("generator 0, sequence");
    assertThat(run.result().audits().get(0).distinct()).isGreaterThan(5_000);
  }
}
