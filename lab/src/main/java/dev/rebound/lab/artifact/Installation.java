package dev.rebound.lab.artifact;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where Rebound's own jars lie: in an unpacked release, or in a checkout that was built. */
final class Installation {
  private Installation() {}

  /**
   * The folder with {@code jobs} and {@code services}: a release itself, {@code target/dist} of a
   * checkout.
   *
   * @param home Rebound's folder
   */
  static Path dist(Path home) {
    return isReleased(home) ? home : home.resolve("target/dist");
  }

  /** True of a folder that has its jars and no sources: nothing can be built there. */
  static boolean isReleased(Path home) {
    return Files.isDirectory(home.resolve("lib"));
  }
}
