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
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs an experiment file as a user does, in a process of its own, for tests. */
final class RealRun {
  private static final Path HOME = Home.path();
  private static final int LIMIT_SECONDS = 360;

  private final Path runs;
  private final Path log;
  private final int status;

  /**
   * Runs it to its end.
   *
   * @param file relative to the project
   * @param environment beside that of this process
   * @param settings for {@code --set}
   */
  RealRun(Path runs, String file, Map<String, String> environment, List<String> settings)
      throws IOException, InterruptedException {
    this.runs = runs;
    this.log = runs.resolve("log.txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Drebound.home=" + HOME,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                HOME.resolve("target/dist/lib") + File.separator + "*",
                "dev.rebound.cli.Main",
                "run",
                "--no-color",
                "--runs",
                runs.toString()));
    settings.forEach(setting -> command.addAll(List.of("--set", setting)));
    command.add(HOME.resolve(file).toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as("%s", log()).isTrue();
      this.status = process.exitValue();
    } finally {
      process.destroy();
    }
  }

  int status() {
    return status;
  }

  /** What the terminal showed. */
  String log() throws IOException {
    return Files.readString(log);
  }

  /** One for each experiment of the file. */
  List<Results> results() throws IOException {
    List<Path> folders;
    try (Stream<Path> found = Files.list(runs)) {
      folders = found.filter(folder -> Files.exists(folder.resolve("latest"))).toList();
    }
    List<Results> results = new ArrayList<>();
    for (Path folder : folders) {
      results.add(ResultsFile.read(folder.resolve("latest").toRealPath()).orElseThrow());
    }
    return results;
  }
}
