package dev.rebound.lab.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitTest {
  private static final String HASH = "5d41402abc4b2a76b9719d911017c592a1b2c3d4";

  @TempDir Path home;

  private void release(String commit) throws IOException {
    Files.createDirectory(home.resolve("lib"));
    Files.writeString(home.resolve("rebound"), "");
    Files.writeString(home.resolve("COMMIT"), commit + "\n");
  }

  @Test
  void aReleaseSaysIt() throws IOException {
    release(HASH);
    assertThat(Commit.of(home)).isEqualTo(HASH);
  }

  @Test
  void aReleaseOfSourcesWithoutAHistoryHasNone() throws IOException {
    release("unknown");
    assertThat(Commit.of(home)).isEmpty();
  }

  @Test
  void sourcesWithoutAHistoryHaveNone() {
    assertThat(Commit.of(home)).isEmpty();
  }
}
