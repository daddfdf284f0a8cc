package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Programs of pinned versions that tests need; they stay with the build. */
final class BuildTools {
  private static final Path TARGET = Home.path().resolve("target");

  private BuildTools() {}

  /**
   * Packages for Python in an environment of their own.
   *
   * @param name of its folder
   * @return the folder of their programs
   */
  static Path python(String name, String... packages) throws IOException, InterruptedException {
    Path folder = TARGET.resolve(name);
    Path ready = folder.resolve("ready");
    String wanted = String.join("\n", packages);
    if (!Files.exists(ready) || !Files.readString(ready).equals(wanted)) {
      run(Map.of(), "python3", "-m", "venv", folder.toString());
      List<String> install =
          new ArrayList<>(
              List.of(
                  folder.resolve("bin/pip").toString(),
                  "install",
                  "--quiet",
                  "--disable-pip-version-check"));
      install.addAll(List.of(packages));
      run(Map.of(), install.toArray(new String[0]));
      Files.writeString(ready, wanted);
    }
    return folder.resolve("bin");
  }

  /**
   * A program in Go.
   *
   * @param program its package and version
   */
  static Path go(String name, String program) throws IOException, InterruptedException {
    Path folder = TARGET.resolve("go").resolve(program.substring(program.indexOf('@') + 1));
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      run(Map.of("GOBIN", folder.toString()), "go", "install", program);
    }
    return file;
  }

  private static void run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().putAll(environment);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as("%s", String.join(" ", command)).isZero();
    } finally {
      process.destroy();
    }
  }
}
