package dev.rebound.lab.artifact;

import dev.rebound.lab.files.KnownHashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * One jar on this machine.
 *
 * @param coordinate {@code group:artifact[:extension[:classifier]]:version}
 * @param file where it lies in the user's Maven cache
 */
public record ResolvedJar(String coordinate, Path file) {
  /** SHA-256 of the file in lower-case hexadecimal. */
  public String sha256(KnownHashes hashes) {
    try {
      return hashes.of(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
