package dev.rebound.lab.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    release("");
    assertThat(Commit.of(home)).isEmpty();
  }

  private String git(String... words) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("git", "-c", "user.name=a", "-c", "user.email=a@b"));
    command.addAll(List.of(words));
    Process process =
        new ProcessBuilder(command).directory(home.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void aCheckoutHasThatOfItsSourcesAndSaysWhetherTheyDiffer() throws Exception {
    Path main = Files.createDirectories(home.resolve("lab/src/main/java"));
    Path source = Files.writeString(main.resolve("Main.java"), "1");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "one");
    String commit = git("rev-parse", "HEAD");
    assertThat(commit).hasSize(40);
    assertThat(Commit.of(home)).isEqualTo(commit);
    Files.writeString(home.resolve("my-own.yaml"), "1");
    assertThat(Commit.of(home)).isEqualTo(commit);
    Path another = Files.writeString(main.resolve("Another.java"), "1");
    assertThat(Commit.of(home)).isEqualTo(commit + "-changed");
    Files.delete(another);
    Files.writeString(source, "2");
    assertThat(Commit.of(home)).isEqualTo(commit + "-changed");
  }

  @Test
  void sourcesWithoutAHistoryHaveNone() {
    assertThat(Commit.of(home)).isEmpty();
  }
}
