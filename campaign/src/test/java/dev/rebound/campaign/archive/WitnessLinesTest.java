package dev.rebound.campaign.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WitnessLinesTest {
  @TempDir Path run;
  @TempDir Path kept;

  @Test
  void ofEachLogTheFirstAndTheLastLinesAreKept() throws IOException {
    witness("\"missed\"");
    StringBuilder log = new StringBuilder();
    for (int i = 1; i <= 250; i++) {
      log.append("missed ").append(i).append('\n').append("other ").append(i).append('\n');
    }
    Files.writeString(run.resolve("logs/a.log"), log);
    Files.write(run.resolve("logs/b.log"), new byte[] {'m', 'i', (byte) 0xff, '\n'});
    Files.writeString(run.resolve("logs/c.log"), "missed " + "x".repeat(1000) + "\n");
    Path file = kept.resolve(WitnessLines.NAME);
    assertThat(WitnessLines.write(run, file)).isTrue();
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(202).startsWith("a: missed 1", "a: missed 2");
    assertThat(lines.get(100)).isEqualTo("a: (50 more between)");
    assertThat(lines.get(101)).isEqualTo("a: missed 151");
    assertThat(lines.get(200)).isEqualTo("a: missed 250");
    assertThat(lines.get(201)).startsWith("c: missed xx").hasSize(403);
    assertThat(WitnessLines.write(kept, run.resolve("again"))).as("of an archive").isTrue();
    assertThat(run.resolve("again")).hasSameTextualContentAs(file);
  }

  @Test
  void whoNamesNoTextsOrHasNoSuchLinesKeepsNone() throws IOException {
    Path file = kept.resolve(WitnessLines.NAME);
    assertThat(WitnessLines.write(run, file)).isFalse();
    witness("\"missed\"");
    Files.writeString(run.resolve("logs/a.log"), "all is well\n");
    assertThat(WitnessLines.write(run, file)).isFalse();
    assertThat(file).doesNotExist();
  }

  private void witness(String texts) throws IOException {
    Files.createDirectories(run.resolve("logs"));
    Files.writeString(run.resolve("environment.json"), "{\"witness\": [" + texts + "]}");
  }
}
