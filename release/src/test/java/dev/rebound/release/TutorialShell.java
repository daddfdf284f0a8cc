package dev.rebound.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs commands as one types them, one after the other: folder and variables stay. */
final class TutorialShell {
  private static final int LIMIT_MINUTES = 40;

  private final Path folder;
  private final File said;
  private final File state;

  record Ended(int status, String said) {}

  TutorialShell(Path folder) {
    this.folder = folder;
    this.said = folder.resolve(".said").toFile();
    this.state = folder.resolve(".state").toFile();
  }

  /** Empties the folder, and lays an archive there. */
  void begin(Path archive) throws Exception {
    Process removal = new ProcessBuilder("rm", "-rf", folder.toString()).start();
    assertThat(removal.waitFor(1, TimeUnit.MINUTES)).isTrue();
    Files.createDirectories(folder);
    Files.copy(archive, folder.resolve(String.valueOf(archive.getFileName())));
    Files.writeString(state.toPath(), "");
  }

  /** Output as a reader may have it, who stands in a folder of theirs. */
  String shown(String output) {
    return output.replace(folder.toString(), "~");
  }

  Ended run(String command) throws IOException, InterruptedException {
    String script =
        """
        . '%1$s'
        set +e
        %2$s
        status=$?
        { export -p; echo "cd '$PWD'"; } >'%1$s'
        exit $status
        """
            .formatted(state, command);
    Process process =
        new ProcessBuilder(List.of("sh", "-c", script))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said)
            .start();
    try {
      assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).as(command).isTrue();
    } finally {
      List<ProcessHandle> left = process.descendants().toList();
      left.forEach(ProcessHandle::destroy);
      process.destroy();
      // A lab ends what it started.
      for (ProcessHandle one : left) {
        one.onExit().completeOnTimeout(one, 1, TimeUnit.MINUTES).join();
      }
    }
    return new Ended(process.exitValue(), Files.readString(said.toPath()));
  }
}
