package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a later Rebound wrote is refused by name, and is left as it is. */
class LaterVersionsTest {
  @TempDir Path folder;
  private Path run = Path.of("");

  @BeforeEach
  void check() throws IOException {
    run = folder.resolve("run");
    Recordings.unpack(Recordings.FOLDER.resolve("flink-at-least-once.zip"), run);
    try (Printed printed = new Printed()) {
      assertThat(Main.run("check", "--quiet", run.toString())).as("%s", printed.err()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "evidence.json, '\"version\":3', '\"version\":4', evidence.json is of version 4",
    "journal.jsonl, '{\"v\":1,', '{\"v\":2,', 'journal.jsonl, line 1, is of version 2'",
    "journal.jsonl, '\"event\":\"tick\"', '\"event\":\"tock\"', ''",
    "environment.json, '\"version\" : 1', '\"version\" : 2', environment.json is of version 2",
    "results.json, '\"version\" : 2', '\"version\" : 3', results.json is of version 3",
  })
  void aRunOfALaterVersionIsNotChecked(String name, String now, String later, String said)
      throws IOException {
    byte[] report = Files.readAllBytes(run.resolve("report.html"));
    change(run.resolve(name), now, later);

    String err = refused("check", run.toString());

    if (said.isEmpty()) {
      assertThat(err).contains(name, "not a journal entry").doesNotContain("newer");
    } else {
      assertThat(err).contains(said, "this Rebound knows none after", "→ Use a newer Rebound.");
    }
    assertThat(run.resolve("report.html")).hasBinaryContent(report);
  }

  @Test
  void anEventThatThisVersionDoesNotKnowIsOfALaterOne() throws IOException {
    Path journal = run.resolve("journal.jsonl");
    List<String> lines = Files.readAllLines(journal);
    String unknown = lines.get(30).replaceAll("\"event\":\"[a-z-]*\"", "\"event\":\"moved\"");
    lines.set(30, unknown.replace("{\"v\":1,", "{\"v\":2,"));
    Files.write(journal, lines);
    assertThat(refused("check", run.toString()))
        .contains("journal.jsonl, line 31, is of version 2", "Use a newer Rebound.");
  }

  @Test
  void aKeyThatThisVersionDoesNotKnowNamesTheVersionThatMadeTheRun() throws IOException {
    change(run.resolve("experiment.yaml"), "repetitions: 1", "repetitions: 1\nmoonlight: 3");
    change(run.resolve("environment.json"), "0.1.0-SNAPSHOT", "7.3.0");
    assertThat(refused("check", run.toString()))
        .contains(
            "experiment.yaml:5:1: unknown key 'moonlight'", "use a Rebound no older than 7.3.0");
  }

  @Test
  void reportsAndComparisonsRefuseLaterResults() throws IOException {
    change(run.resolve("results.json"), "\"version\" : 2", "\"version\" : 3");
    String said = "results.json is of version 3";
    assertThat(refused("report", run.toString())).contains(said);
    assertThat(refused("compare", run.toString(), run.toString())).contains(said);
  }

  @Test
  void aBaselineOfALaterVersionIsNoneThatCanBeMadeHere() throws IOException {
    Path later = Files.writeString(folder.resolve("b.json"), "{\"cells\": [], \"version\": 2}");
    assertThat(refused("check", run.toString(), "--against", later.toString()))
        .contains("b.json is of version 2", "Use a newer Rebound.");
  }

  private static String refused(String... command) {
    try (Printed printed = new Printed()) {
      assertThat(Main.run(command)).as("%s", printed.out()).isEqualTo(ExitCode.BAD_INPUT);
      return printed.err();
    }
  }

  private static void change(Path file, String now, String later) throws IOException {
    String text = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertThat(text).contains(now);
    Files.writeString(file, text.replace(now, later), StandardCharsets.ISO_8859_1);
  }
}
