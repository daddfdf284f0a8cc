package dev.rebound.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that need a rate, and a file whose rate is {@code max}. */
class FlatOutCommandsTest {
  @TempDir Path folder = Path.of("unset");

  private Path file() throws IOException {
    Path file = folder.resolve("x.yaml");
    Files.writeString(
        file,
        """
        name: flat
        engine: { name: faulty }
        load: { rate: max, max-records: 1000 }
        faults: [{ at: 1s, kill: worker }]
        """);
    return file;
  }

  @Test
  void sustainAndPromiseAreRefusedAndStartNothing() throws IOException {
    Path runs = folder.resolve("runs");
    Assertions.assertThat(Main.run("sustain", file() + "", "--runs", runs + ""))
        .isEqualTo(ExitCode.BAD_INPUT);
    Assertions.assertThat(
            Main.run("promise", file() + "", "--recovery", "30s", "--dry-run", "--runs", runs + ""))
        .isEqualTo(ExitCode.BAD_INPUT);
    Assertions.assertThat(runs).doesNotExist();
  }
}
