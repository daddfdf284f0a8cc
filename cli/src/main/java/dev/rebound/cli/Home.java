package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.lab.platform.Platforms;
import java.nio.file.Path;

/**
 * Where Rebound is installed: the folder of its script, with the jars of its jobs under {@code
 * target/dist}.
 */
final class Home {
  private Home() {}

  static Path path() {
    return Rebound.defaultHome();
  }

  /** Where the processes of every command run: on this machine. */
  static Platforms platforms() {
    return Platforms.local(path());
  }
}
