package dev.rebound.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellWordsTest {
  @TempDir Path folder;

  @Test
  void quotesHoldWordsTogether() {
    assertThat(ShellWords.split("  python3  -c 'print(\"a b\")' \"it's\" '' x"))
        .containsExactly("python3", "-c", "print(\"a b\")", "it's", "", "x");
    assertThatThrownBy(() -> ShellWords.split("a 'b")).hasMessageContaining("not closed");
  }

  @Test
  void whatIsJoinedIsSplitTheSame() {
    List<String> words = List.of("a", "b c", "it's", "say \"x\"", "", "-Dx=y z", "both ' and \"");
    assertThat(ShellWords.split(ShellWords.join(words))).isEqualTo(words);
  }

  @Test
  void wordsThatNameFilesBecomeAbsolute() throws IOException {
    Files.createFile(folder.resolve("job.py"));
    Files.createDirectory(folder.resolve("lib"));
    assertThat(ShellWords.resolved(List.of("python3", "job.py", "lib/*", "lib", "no/*"), folder))
        .containsExactly(
            "python3",
            folder.resolve("job.py").toString(),
            folder.resolve("lib") + "/*",
            "lib",
            "no/*");
  }

  @Test
  void whatIsYetToBeMadeIsNamedFromTheFolderOn() {
    assertThat(
            ShellWords.resolved(List.of("./target/forward", "../lib/*", "target/forward"), folder))
        .containsExactly(
            folder.resolve("target/forward").toString(),
            folder.resolveSibling("lib") + "/*",
            "target/forward");
    assertThat(ShellWords.resolvedProgram(List.of("target/forward", "target/x"), folder))
        .as("a program with a folder before its name is looked for nowhere else")
        .containsExactly(folder.resolve("target/forward").toString(), "target/x");
    assertThat(ShellWords.resolvedProgram(List.of("${REBOUND_DATA}/job"), folder))
        .containsExactly("${REBOUND_DATA}/job");
  }
}
