package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts, read by their shells. */
@Tag("process")
class CompletionIT {
  @TempDir Path folder;

  @Test
  void bashCompletesWithIt() throws IOException, InterruptedException {
    assertThat(
            answer(
                "bash",
                List.of("/bin/bash", "--norc", "-c"),
                "; COMP_WORDS=(rebound run --ju); COMP_CWORD=2; _complete_rebound;"
                    + " echo \"${COMPREPLY[@]}\""))
        .isEqualTo("--junit\n");
  }

  @Test
  void fishCompletesWithTheSame() throws IOException, InterruptedException {
    assertThat(
            answer(
                "fish",
                List.of("/usr/bin/fish", "--no-config", "-c"),
                "; complete -C 'rebound run --ju'"))
        .isEqualTo("--junit\n");
  }

  private String answer(String shell, List<String> start, String asked)
      throws IOException, InterruptedException {
    assumeThat(Path.of(start.get(0))).exists();
    Path script =
        Files.writeString(folder.resolve("completion"), CompletionCommandTest.script(shell));
    Path answer = folder.resolve("answer");
    List<String> command = new ArrayList<>(start);
    command.add("source " + script + asked);
    Process process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(answer.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(answer);
  }
}
