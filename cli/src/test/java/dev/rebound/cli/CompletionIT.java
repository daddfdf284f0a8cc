package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script for bash, read by a bash. */
@Tag("process")
class CompletionIT {
  @TempDir Path folder;

  @Test
  void bashCompletesWithIt() throws IOException, InterruptedException {
    Path bash = Path.of("/bin/bash");
    assumeThat(bash).exists();
    Path script =
        Files.writeString(folder.resolve("completion"), CompletionCommandTest.script("bash"));
    Path answer = folder.resolve("answer");
    Process process =
        new ProcessBuilder(
                List.of(
                    bash.toString(),
                    "--norc",
                    "-c",
                    "source "
                        + script
                        + "; COMP_WORDS=(rebound run --ju); COMP_CWORD=2; _complete_rebound;"
                        + " echo \"${COMPREPLY[@]}\""))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(answer.toFile())
            .start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(Files.readString(answer)).isEqualTo("--junit\n");
  }
}
