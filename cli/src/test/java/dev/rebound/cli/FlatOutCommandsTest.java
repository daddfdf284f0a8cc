package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  @Test
  void theRemedyIsARate() throws IOException {
    Experiment experiment = ExperimentFile.load(file(), List.of(), 1).get(0);
    assertThatThrownBy(() -> RateNeeded.by("this needs a rate", experiment))
        .isInstanceOfSatisfying(
            ReboundException.class,
            e -> Assertions.assertThat(e.remedy()).contains("--set load.rate=2000/s"))
        .hasMessage("this needs a rate, and load.rate of flat is max");
  }
}
