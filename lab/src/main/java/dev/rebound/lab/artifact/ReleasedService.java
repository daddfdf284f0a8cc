package dev.rebound.lab.artifact;

import dev.rebound.analysis.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A service as a release has it: its own jars, and a list of the others, which are fetched when it
 * is first asked for.
 *
 * @param own its jar, then those of Rebound that it needs
 * @param coordinates of everything else, each with its version
 * @param sha256 of its own jars and the list
 */
record ReleasedService(List<Path> own, List<String> coordinates, String sha256) {
  /** A line of Maven's list of dependencies: what is resolved, then its scope. */
  private static final Pattern JAR =
      Pattern.compile(
          "(?m)^\\s*([\\w.-]+):([\\w.-]+):(jar(?::[\\w.-]+)?:[\\w.-]+):(?:compile|runtime)\\b");

  private static final String REBOUND = "dev.rebound";

  /** The list of a service's jars; it lies beside the service's own. */
  static Path list(Path folder, String name) {
    return folder.resolve(name + ".jars");
  }

  /**
   * @param folder of a group of services
   * @param name of one of them
   */
  static ReleasedService of(Path folder, String name) throws IOException {
    Path list = list(folder, name);
    List<Path> own = new ArrayList<>(List.of(folder.resolve(name + ".jar")));
    List<String> coordinates = new ArrayList<>();
    for (MatchResult jar : JAR.matcher(Files.readString(list)).results().toList()) {
      if (jar.group(1).equals(REBOUND)) {
        own.add(folder.resolve(jar.group(2) + ".jar"));
      } else {
        coordinates.add(jar.group(1) + ":" + jar.group(2) + ":" + jar.group(3));
      }
    }
    List<Path> hashed = new ArrayList<>(own);
    hashed.add(list);
    return new ReleasedService(List.copyOf(own), List.copyOf(coordinates), Sha256.of(hashed));
  }
}
