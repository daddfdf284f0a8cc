package dev.rebound.lab.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The commit that Rebound was built of: sources of a run can be found again by it. */
public final class Commit {
  /** A file of a release that says it. */
  private static final String FILE = "COMMIT";

  private static final String CHANGED = "-changed";
  private static final int LIMIT_SECONDS = 10;

  private Commit() {}

  /**
   * Its hash, with {@code -changed} if a file differs from it; empty if nobody knows.
   *
   * @param home where Rebound is installed
   */
  public static String of(Path home) {
    try {
      if (Installation.isReleased(home)) {
        return Files.readString(home.resolve(FILE)).strip();
      }
      if (!Files.exists(home.resolve(".git"))) {
        return "";
      }
      String commit = git(home, "rev-parse", "HEAD");
      return git(home, "status", "--porcelain", "--", ":(glob)**/src/main/**", ":(glob)**/pom.xml")
              .isEmpty()
          ? commit
          : commit + CHANGED;
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  private static String git(Path home, String... words) throws IOException, InterruptedException {
    Path said = Files.createTempFile("rebound-git", ".txt");
    Stream<String> all = Stream.concat(Stream.of("git", "--no-optional-locks"), Stream.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(all.toList())
            .directory(home.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .redirectOutput(said.toFile());
    // A hook of git names another repository by these.
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    Process process = null;
    try {
      process = builder.start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("git says nothing");
      }
      return Files.readString(said, UTF_8).strip();
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
      Files.deleteIfExists(said);
    }
  }
}
