package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.result.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code experiments/faulty.yaml} once per mistake, through real brokers and with real kills: each
 * is caught by the lab's own verdict. A kill that falls right after a commit finds nothing to lose,
 * so that every run has several.
 */
@Tag("process")
class FaultyRunsIT {
  private static final List<String> SHORTER =
      List.of(
          "phases.warmup=3s",
          "phases.baseline=5s",
          "phases.faults=27s",
          "phases.settle=5s",
          "faults=[{ at: 2s, every: 7s, kill: worker, restart: { after: 2s } }]");

  @TempDir Path runs;

  private RealRun run(String... overrides) throws IOException, InterruptedException {
    List<String> settings = new ArrayList<>(SHORTER);
    settings.addAll(List.of(overrides));
    return new RealRun(runs, "experiments/faulty.yaml", Map.of(), settings);
  }

  /** At most one in a hundred is of no fault: each of them is a kill's. */
  private static void attributed(Results.Finding finding) {
    assertThat(finding.byFault().getOrDefault("unattributed", 0L))
        .as("%s", finding)
        .isLessThanOrEqualTo(finding.count() / 100);
  }

  @Test
  void whoCommitsFirstIsConvictedOfLosing() throws Exception {
    RealRun run = run("engine.bug=commit-first");
    assertThat(run.judged("lost")).as("%s", run.result().judgements()).isEqualTo("fail");
    assertThat(run.result().verdict()).isEqualTo("fail");
    assertThat(run.status()).isEqualTo(1);
    attributed(run.finding("lost"));
    assertThat(run.check()).as("checked again from what it left").isEqualTo(1);
  }

  @Test
  void whoProcessesFirstIsConvictedOfDuplicating() throws Exception {
    RealRun run = run("engine.bug=process-first", "engine.guarantee=exactly-once");
    assertThat(run.judged("duplicated")).as("%s", run.result().judgements()).isEqualTo("fail");
    assertThat(run.judged("lost")).isEqualTo("pass");
    assertThat(run.result().verdict()).isEqualTo("fail");
    assertThat(run.status()).isEqualTo(1);
    attributed(run.finding("duplicated"));
  }

  @Test
  void whoDropsAroundAKillIsConvictedOfLosing() throws Exception {
    RealRun run =
        run(
            "engine.bug=drop-around-kill",
            "engine.drop-one-in=10",
            "engine.guarantee=exactly-once");
    assertThat(run.judged("lost")).as("%s", run.result().judgements()).isEqualTo("fail");
    assertThat(run.judged("duplicated")).isEqualTo("pass");
    assertThat(run.result().verdict()).isEqualTo("fail");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void whoMakesNoMistakeIsNotConvicted() throws Exception {
    RealRun run = run("engine.bug=none");
    assertThat(run.result().judgements())
        .extracting(Results.Judgement::metric)
        .contains("lost", "lost-by-kafka", "unplanned-exits");
    assertThat(run.result().judgements())
        .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo("pass"));
    assertThat(run.finding("missed-live").count()).isZero();
    assertThat(run.finding("uncommitted").count()).isZero();
    assertThat(run.result().unjudged()).doesNotContainKeys("uncommitted", "duplicated");
  }
}
