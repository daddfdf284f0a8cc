package dev.rebound.lab.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.Sha256;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownHashesTest {
  @TempDir Path folder;

  @Test
  void aFileIsReadAgainOnceItChanged() throws Exception {
    KnownHashes hashes = new KnownHashes(folder.resolve("kept"));
    Path file = Files.writeString(folder.resolve("a.jar"), "one");

    assertThat(hashes.of(file)).isEqualTo(Sha256.of(file));
    Path kept;
    try (Stream<Path> all = Files.list(folder.resolve("kept"))) {
      kept = all.toList().get(0);
    }
    String told = "f".repeat(64);
    Files.writeString(kept, told);
    assertThat(hashes.of(file)).as("what is kept is believed").isEqualTo(told);
    Files.writeString(kept, "torn");
    assertThat(hashes.of(file)).isEqualTo(Sha256.of(file));

    Files.writeString(file, "another");
    assertThat(hashes.of(file)).isEqualTo(Sha256.of(file));
  }

  @Test
  void whereNothingCanBeKeptItIsReadEachTime() throws Exception {
    Path file = Files.writeString(folder.resolve("a.jar"), "one");

    assertThat(new KnownHashes(file.resolve("below-a-file")).of(file)).isEqualTo(Sha256.of(file));
  }
}
