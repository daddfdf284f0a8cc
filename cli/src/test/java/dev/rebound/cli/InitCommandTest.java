package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
  @TempDir Path folder;

  private Experiment written(String... options) {
    Path file = folder.resolve("mine.yaml");
    String[] arguments = new String[options.length + 2];
    arguments[0] = "init";
    arguments[1] = file.toString();
    System.arraycopy(options, 0, arguments, 2, options.length);
    assertThat(Main.run(arguments)).isZero();
    return ExperimentFile.load(file, List.of(), 1, Engines.known()).get(0);
  }

  @Test
  void aProgramOfOnesOwnIsKilledAndAudited() throws IOException {
    Files.createFile(folder.resolve("job.py"));
    Experiment experiment =
        written("--run", "python3 job.py --say 'it is so'", "--guarantee", "none", "--rate", "50");
    assertThat(experiment.engine().name()).isEqualTo("external");
    assertThat(experiment.engine().options().get("run"))
        .isEqualTo("python3 " + folder.resolve("job.py") + " --say 'it is so'");
    assertThat(experiment.workload().name()).isEqualTo("events");
    assertThat(experiment.load().rate().perSecond()).isEqualTo(50);
    assertThat(experiment.name()).isEqualTo("mine");
  }

  @Test
  void anEngineOfRebounds() {
    assertThat(written("--run", "flink").workload().name()).isEqualTo("rule-match");
  }

  @Test
  void aJarOfOnesOwnOnAnEngine() throws IOException {
    assertThat(
            Main.run(
                "init",
                folder.resolve("mine.yaml").toString(),
                "--run",
                "flink",
                "--jar",
                "my-job.jar",
                "--main",
                "com.example.MyJob"))
        .isZero();
    Experiment experiment =
        ExperimentFile.load(folder.resolve("mine.yaml"), List.of(), 1, Engines.all().keySet())
            .get(0);
    assertThat(experiment.engine().options())
        .containsEntry("jar", folder.resolve("my-job.jar").toString())
        .containsEntry("main", "com.example.MyJob");
    assertThat(experiment.workload().name()).isEqualTo("events");
    Path other = folder.resolve("other.yaml");
    assertThat(Main.run("init", other.toString(), "--run", "java -jar x.jar", "--jar", "x.jar"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(other).doesNotExist();
  }

  @Test
  void whatIsWrongLeavesNoFile() {
    Path file = folder.resolve("mine.yaml");
    assertThat(Main.run("init", file.toString(), "--run", "x", "--rate", "much"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(file).doesNotExist();
    assertThat(Main.run("init", file.toString(), "--run", "x", "--guarantee", "maybe"))
        .isEqualTo(ExitCode.BAD_INPUT);
    assertThat(file).doesNotExist();
  }

  @Test
  void aFileThatExistsIsKept() throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, "mine\n");
    assertThat(Main.run("init", file.toString(), "--run", "x")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(file).hasContent("mine\n");
  }
}
