package dev.rebound.lab.artifact;

import dev.rebound.base.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * One build of a service, unpacked: its jar and those that it needs. The folder is named by what is
 * in it, so that another build never changes it.
 *
 * @param name of the service
 * @param sha256 of the jar that it was unpacked from
 */
record ServiceFolder(Path folder, String name, String sha256) {
  private static final int CHARACTERS = 12;
  private static final String WHOLE = "whole";

  /** A build that nobody has taken for so long serves no run any more. */
  private static final Duration KEPT = Duration.ofDays(30);

  /** Beside the jar that it is unpacked from. */
  static ServiceFolder of(Path jar, String sha256) {
    String name = jar.getFileName().toString().replace(".jar", "");
    String build = name + "-" + sha256.substring(0, CHARACTERS);
    return new ServiceFolder(jar.resolveSibling(build), name, sha256);
  }

  /** The service's own jar. */
  Path jar() {
    return folder.resolve(name + ".jar");
  }

  /** Where the jars lie that it needs. */
  Path libraries() {
    return folder.resolve("lib");
  }

  /** True once all of it was unpacked. */
  boolean whole() {
    return Files.isRegularFile(folder.resolve(WHOLE));
  }

  void setWhole() throws IOException {
    Files.writeString(folder.resolve(WHOLE), sha256);
  }

  /** Notes that a lab takes it now. */
  void setTaken() throws IOException {
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
  }

  /** Removes other builds of this service that no lab has taken for {@link #KEPT}. */
  void removeOthers() throws IOException {
    Instant since = Instant.now().minus(KEPT);
    try (Stream<Path> beside = Files.list(folder.resolveSibling(""))) {
      for (Path other : beside.filter(this::isOther).toList()) {
        if (Files.getLastModifiedTime(other).toInstant().isBefore(since)) {
          Folders.delete(other);
        }
      }
    }
  }

  private boolean isOther(Path other) {
    return !other.equals(folder)
        && other.getFileName().toString().matches(name + "-[0-9a-f]{" + CHARACTERS + "}");
  }
}
