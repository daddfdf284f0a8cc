package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands with an experiment of two jobs. */
class BesideCommandsTest {
  @TempDir Path folder;

  private Path file() throws IOException {
    return Files.writeString(
        folder.resolve("x.yaml"),
        """
        name: two
        engine: { name: flink }
        load: { rate: 1000/s }
        beside: { load: { rate: 100/s } }
        """);
  }

  @Test
  void noRateIsSearchedForThatTwoJobsSustain() throws IOException {
    Path runs = folder.resolve("runs");
    assertThat(Main.run("sustain", file() + "", "--runs", runs + "")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(runs).doesNotExist();
  }

  @Test
  void itIsValid() throws IOException {
    assertThat(Main.run("validate", file() + "")).isEqualTo(ExitCode.PASS);
  }
}
