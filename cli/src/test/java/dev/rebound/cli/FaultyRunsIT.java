package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.result.Results;
import dev.rebound.lab.runner.ResultsFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  private static final Path HOME = Home.path();
  private static final int LIMIT_SECONDS = 240;

  private static final List<String> SHORTER =
      List.of(
          "phases.warmup=3s",
          "phases.baseline=5s",
          "phases.faults=27s",
          "phases.settle=5s",
          "faults=[{ at: 2s, every: 7s, kill: worker, restart: { after: 2s } }]");

  @TempDir Path runs;

  /** How a run ended: as a user sees it, and as programs do. */
  private record Ended(int status, Results results, Path folder) {
    String judged(String metric) {
      return results.judgements().stream()
          .filter(judgement -> judgement.metric().equals(metric))
          .map(Results.Judgement::verdict)
          .findFirst()
          .orElse("not judged");
    }

    Results.Finding finding(String kind) {
      return results.audits().get(0).findings().stream()
          .filter(finding -> finding.kind().equals(kind))
          .findFirst()
          .orElseThrow();
    }
  }

  private Ended run(String... overrides) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(rebound("run", "--no-color", "--runs", runs.toString()));
    List<String> settings = new ArrayList<>(SHORTER);
    settings.addAll(List.of(overrides));
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));
    command.add(HOME.resolve("experiments/faulty.yaml").toString());
    int status = status(command);
    Path folder = runs.resolve("faulty/latest").toRealPath();
    return new Ended(status, ResultsFile.read(folder).orElseThrow(), folder);
  }

  private static List<String> rebound(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Drebound.home=" + HOME,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                HOME.resolve("target/dist/lib") + File.separator + "*",
                "dev.rebound.cli.Main"));
    command.addAll(List.of(arguments));
    return command;
  }

  private int status(List<String> command) throws IOException, InterruptedException {
    Path log = runs.resolve("log.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS))
          .as("%s", Files.readString(log))
          .isTrue();
      return process.exitValue();
    } finally {
      process.destroy();
    }
  }

  /** At most one in a hundred is of no fault: each of them is a kill's. */
  private static void attributed(Results.Finding finding) {
    assertThat(finding.byFault().getOrDefault("unattributed", 0L))
        .as("%s", finding)
        .isLessThanOrEqualTo(finding.count() / 100);
  }

  @Test
  void whoCommitsFirstIsConvictedOfLosing() throws Exception {
    Ended run = run("engine.bug=commit-first");
    assertThat(run.judged("lost")).as("%s", run.results().judgements()).isEqualTo("fail");
    assertThat(run.results().verdict()).isEqualTo("fail");
    assertThat(run.status()).isEqualTo(1);
    attributed(run.finding("lost"));
    assertThat(status(rebound("check", run.folder().toString())))
        .as("checked again from what it left")
        .isEqualTo(1);
  }

  @Test
  void whoProcessesFirstIsConvictedOfDuplicating() throws Exception {
    Ended run = run("engine.bug=process-first", "engine.guarantee=exactly-once");
    assertThat(run.judged("duplicated")).as("%s", run.results().judgements()).isEqualTo("fail");
    assertThat(run.judged("lost")).isEqualTo("pass");
    assertThat(run.results().verdict()).isEqualTo("fail");
    assertThat(run.status()).isEqualTo(1);
    attributed(run.finding("duplicated"));
  }

  @Test
  void whoDropsAroundAKillIsConvictedOfLosing() throws Exception {
    Ended run =
        run(
            "engine.bug=drop-around-kill",
            "engine.drop-one-in=10",
            "engine.guarantee=exactly-once");
    assertThat(run.judged("lost")).as("%s", run.results().judgements()).isEqualTo("fail");
    assertThat(run.judged("duplicated")).isEqualTo("pass");
    assertThat(run.results().verdict()).isEqualTo("fail");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void whoMakesNoMistakeIsNotConvicted() throws Exception {
    Ended run = run("engine.bug=none");
    assertThat(run.results().judgements())
        .extracting(Results.Judgement::metric)
        .contains("lost", "lost-by-kafka", "unplanned-exits");
    assertThat(run.results().judgements())
        .allSatisfy(judgement -> assertThat(judgement.verdict()).isEqualTo("pass"));
    assertThat(run.finding("missed-live").count()).isZero();
    assertThat(run.finding("uncommitted").count()).isZero();
    assertThat(run.results().unjudged()).doesNotContainKeys("uncommitted", "duplicated");
  }
}
