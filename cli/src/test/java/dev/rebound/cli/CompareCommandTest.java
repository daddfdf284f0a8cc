package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @TempDir Path folder;

  @Test
  void twoRunsGiveAPageAndFilesBesideIt() throws IOException {
    run("a", "flink");
    run("b", "kafka-streams");
    Path output = folder.resolve("out/both.html");
    int code = Main.run("compare", folder.toString(), "--output", output.toString());
    assertThat(code).isZero();
    assertThat(Files.readString(output)).contains("Kafka Streams");
    for (String suffix : new String[] {".json", ".csv", ".md"}) {
      assertThat(folder.resolve("out/both" + suffix)).isNotEmptyFile();
    }
  }

  @Test
  void aCopyOfARunIsRefusedAndALinkToItIsTheRun() throws IOException {
    run("a", "flink");
    run("b", "kafka-streams");
    Files.createSymbolicLink(folder.resolve("latest"), Path.of("a"));
    String output = folder.resolve("out/both.html").toString();
    String link = folder.resolve("latest").toString();
    assertThat(Main.run("compare", folder.toString(), link, "-o", output)).isZero();
    Files.createDirectories(folder.resolve("kept"));
    Files.copy(folder.resolve("a/results.json"), folder.resolve("kept/results.json"));
    try (Printed printed = new Printed()) {
      assertThat(Main.run("compare", folder.toString(), "-o", output))
          .isEqualTo(ExitCode.BAD_INPUT);
      assertThat(printed.err())
          .contains("/kept is the same run as ", "/a: a", "Leave one of them out");
    }
  }

  @Test
  void whatCannotBeComparedIsBadInput() throws IOException {
    run("a", "flink");
    String output = folder.resolve("x.html").toString();
    assertThat(Main.run("compare", folder.resolve("a").toString(), "-o", output)).isEqualTo(64);
    assertThat(Main.run("compare", folder.resolve("none").toString(), "-o", output)).isEqualTo(64);
    assertThat(folder.resolve("x.html")).doesNotExist();
  }

  private void run(String name, String engine) throws IOException {
    Files.createDirectories(folder.resolve(name));
    Files.writeString(
        folder.resolve(name).resolve("results.json"),
        """
        { "version": 2, "runId": "%s", "name": "kill-%s", "engine": "%s", "engineVersion": "1.0",
          "guarantee": "at-least-once", "profile": "quick", "control": false, "scale": 1,
          "verdict": "pass", "interrupted": false, "audits": [], "latencies": [], "judgements": [],
          "warnings": [], "metrics": {}, "unjudged": {}, "bounds": {}, "difference": {},
          "faults": [ { "fault": 1, "kind": "kill", "role": "worker", "victims": ["worker-1"],
            "atMicros": 1, "confirmed": true, "impact": "hit", "steps": [], "notApplicable": {}, "loadToCapacity": null,
            "outage": { "state": "ended", "millis": 900, "lowMillis": 900, "highMillis": 900, "floorMillis": 1000, "detail": "" },
            "recovery": { "state": "ended", "millis": 1500, "lowMillis": 1500, "highMillis": 1500, "floorMillis": 100, "detail": "" } } ] }
        """
            .formatted(name, engine, engine));
  }
}
