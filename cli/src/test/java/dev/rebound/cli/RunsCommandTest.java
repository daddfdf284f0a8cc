package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.journal.Journal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsCommandTest {
  @TempDir Path runs;

  @BeforeEach
  void makeRuns() throws IOException {
    run("streams/20261122-110000", Verdict.PASS, 1800);
    run("flink/20261121-090000", Verdict.FAIL, 31_000);
    run("thesis/20261120-080000/kill/20261120-080500", Verdict.UNKNOWN, 5000);
    Files.createDirectories(runs.resolve("flink/20261123-120000"));
    Files.writeString(runs.resolve("flink/20261123-120000/journal.jsonl"), "");
  }

  @Test
  void runsAreListedByTimeWithTheirVerdicts() {
    assertThat(list().lines().map(line -> line.substring(0, 30).strip()))
        .containsExactly(
            "2026-11-20 08:05:00  UNKNOWN",
            "2026-11-21 09:00:00  FAIL",
            "2026-11-22 11:00:00  PASS",
            "2026-11-23 12:00:00  RUNNING");
    assertThat(list()).contains("recovery 31.0 s", "made: flink 1.0", "streams/20261122-110000");
  }

  @Test
  void aRunThatDidNotStartSaysWhyInOneLine() throws IOException {
    String why = "worker-1 ended with status 1: java.lang.NoClassDefFoundError: org/example/Grain";
    try (Journal journal =
        new Journal(runs.resolve("flink/20261123-120000/journal.jsonl"), Clock.systemUTC())) {
      journal.append(new Event.RunFailed(false, why, "Read its log."));
    }
    List<String> lines = list("--last", "1").lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1))
        .contains("NOT STARTED", "flink/20261123-120000")
        .doesNotContain("flink:");
    assertThat(lines.get(2).strip()).isEqualTo(why);
  }

  @Test
  void theyCanBeChosenByTextAndNumber() {
    assertThat(list("flink").lines()).hasSize(2);
    assertThat(list("--last", "1")).contains("the last 1 of 4", "20261123").doesNotContain("PASS");
    try (Printed printed = new Printed()) {
      assertThat(Main.run("runs", "spark", "--runs", runs.toString()))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err()).contains("no run in", "'spark'");
    }
  }

  private String list(String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "runs";
    System.arraycopy(more, 0, arguments, 1, more.length);
    arguments[more.length + 1] = "--runs";
    arguments[more.length + 2] = runs.toString();
    try (Printed printed = new Printed()) {
      assertThat(Main.run(arguments)).isZero();
      return printed.out();
    }
  }

  private void run(String name, Verdict verdict, int recovery) throws IOException {
    Path folder = Files.createDirectories(runs.resolve(name));
    Files.writeString(folder.resolve("journal.jsonl"), "");
    Files.writeString(
        folder.resolve("results.json"),
        """
        { "version": 2, "runId": "r", "name": "made", "engine": "flink", "engineVersion": "1.0",
          "guarantee": "at-least-once", "profile": "quick", "control": false, "scale": 1,
          "verdict": "%s", "interrupted": false, "faults": [], "audits": [], "latencies": [],
          "judgements": [], "warnings": [], "metrics": { "recovery.max": %d }, "unjudged": {},
          "bounds": {}, "difference": {} }
        """
            .formatted(verdict, recovery));
  }
}
