package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.lab.platform.Platforms;
import java.nio.file.Files;
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

  /** Words that tell of commands, as one types them here: in a checkout, the script is called. */
  static String called(String words) {
    Path script = Path.of("rebound");
    return Files.isRegularFile(script) && Files.isExecutable(script)
        ? words.replaceAll("rebound (?=[-a-zC])", "./rebound ")
        : words;
  }

  /** Where the processes of every command run: on this machine. */
  static Platforms platforms() {
    return Platforms.local(path());
  }
}
