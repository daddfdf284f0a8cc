package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on one real cluster of Flink, of which a worker is killed: each is audited. */
@Tag("process")
@Tag("long")
@Tag("thorough")
class TwoJobsIT {
  private static final String FLINK =
      "engine={ name: flink, workers: 2, threads: 1, guarantee: exactly-once, commit-interval: 1s,"
          + " jvm: %s }";

  @TempDir Path folder;

  private RealRun run(String... settings) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                FLINK.formatted(RealRun.QUICK_JVM),
                "load.rate=600/s",
                "beside.load.rate=300/s",
                "phases.warmup=2s",
                "phases.baseline=4s",
                "phases.settle=4s",
                "phases.drain=60s"));
    all.addAll(List.of(settings));
    return new RealRun(
        Files.createTempDirectory(folder, "runs"),
        "experiments/two-jobs.yaml",
        RealRun.WITHOUT_CACHE,
        all);
  }

  @Test
  void aKilledWorkerIsSeenByBothAndNothingOfEitherIsLost() throws Exception {
    RealRun run =
        run("phases.faults=9s", "faults=[{ at: 1s, kill: worker, restart: { after: 1s } }]");

    Path second = nothingLost(run);
    assertThat(ResultsFile.read(second).orElseThrow().faults().get(0).steps())
        .extracting(Results.StepResult::step)
        .contains("detected", "reassigned", "restored");
    assertThat(run.log()).contains("Beside it", "two-jobs-beside: lost 0, duplicated 0");
    Path first = run.folders().get(0);
    assertThat(Files.readString(first.resolve("report.html"))).contains("beside/report.html");
    assertThat(Files.readString(second.resolve("report.html"))).contains("../report.html");
    assertThat(Files.readString(second.resolve("journal.jsonl")))
        .contains("fault-confirmed", "beside-generator-1", "engine-transition")
        .doesNotContain("load starts; waiting");
    assertThat(second.resolve("data/beside-generator-1-sendlog.bin")).exists();
    assertThat(run.check()).as("%s", run.log()).isEqualTo(run.status());
  }

  @Test
  void aKilledJobManagerIsGivenAllOfThreeJobsAgain() throws Exception {
    RealRun run =
        run(
            "beside=[{ load: { rate: 300/s } }, { workload: { name: grep }, load: { rate: 200/s } }]",
            "phases.faults=25s",
            "faults=[{ at: 1s, kill: jobmanager, restart: { after: 1s } }]");

    Path second = nothingLost(run);
    Results third = ResultsFile.read(second.resolveSibling("beside-2")).orElseThrow();
    nothingLost(third, run);
    assertThat(third.runId()).isEqualTo(run.result().runId() + "-beside-2");
    assertThat(run.log()).contains("two-jobs-beside-2: lost 0, duplicated 0");
    assertThat(run.check()).as("%s", run.log()).isEqualTo(run.status());
  }

  /** Whatever else a busy machine leaves unknown. Returns the folder of the second job. */
  private static Path nothingLost(RealRun run) throws Exception {
    assertThat(run.results()).as("%s", run.log()).hasSize(1);
    Path second = run.folders().get(0).resolve("beside");
    Results other = ResultsFile.read(second).orElseThrow();
    nothingLost(run.result(), run);
    nothingLost(other, run);
    assertThat(other.runId()).isEqualTo(run.result().runId() + "-beside");
    assertThat(run.result().judgements())
        .filteredOn(judgement -> judgement.metric().equals("beside"))
        .singleElement()
        .satisfies(judged -> assertThat(judged.verdict()).isEqualTo(other.verdict()));
    return second;
  }

  private static void nothingLost(Results results, RealRun run) throws Exception {
    assertThat(results.faults())
        .as("%s", run.log())
        .singleElement()
        .satisfies(fault -> assertThat(fault.impact()).isEqualTo(Impact.HIT));
    Results.Audit audit = results.audits().get(0);
    assertThat(audit.expected()).as("%s", results.name()).isGreaterThan(1_000);
    assertThat(audit.distinct()).as("%s", run.log()).isEqualTo(audit.expected());
    assertThat(results.judgements())
        .filteredOn(
            judgement ->
                List.of(
                        "lost",
                        "duplicated",
                        "diverged",
                        "unexpected",
                        "lost-by-kafka",
                        "refused-input")
                    .contains(judgement.metric()))
        .hasSizeGreaterThan(3)
        .allSatisfy(
            judgement ->
                assertThat(judgement.verdict()).as("%s", run.log()).isEqualTo(Verdict.PASS));
    assertThat(results.warnings())
        .extracting(Results.RigDoubt::code)
        .doesNotContain("run-broken", "not-drained", "not-healed");
  }
}
