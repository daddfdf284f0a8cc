package dev.rebound.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the build made. */
final class ReleaseFiles {
  static final Path FOLDER = Path.of(System.getProperty("rebound.home", ".."), "target", "release");

  private ReleaseFiles() {}

  /** The one whose name ends so. */
  static Path archive(String ending) throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .findFirst()
          .orElseThrow()
          .toAbsolutePath()
          .normalize();
    }
  }
}
