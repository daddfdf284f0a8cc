package dev.rebound.lab.platform;

import dev.rebound.lab.LabException;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node's files: {@code nodes/<node>} with {@code data} and {@code tmp} inside, and its log beside
 * the other nodes' logs. Failures to write are told as such.
 *
 * @param directory absolute
 */
record NodeFolder(Path directory, Path log) {
  static NodeFolder of(Path runDirectory, String node) {
    Path run = runDirectory.toAbsolutePath().normalize();
    return new NodeFolder(
        run.resolve("nodes").resolve(node), run.resolve("logs").resolve(node + ".log"));
  }

  Path data() {
    return directory.resolve("data");
  }

  Path temporary() {
    return directory.resolve("tmp");
  }

  /** Makes the folders and writes the files that a start needs. */
  void prepare(Map<String, String> files, String separator) {
    Path file = directory;
    try {
      Files.createDirectories(data());
      Files.createDirectories(temporary());
      for (Map.Entry<String, String> entry : files.entrySet()) {
        file = directory.resolve(entry.getKey()).normalize();
        if (!file.startsWith(directory)) {
          throw new IllegalArgumentException(entry.getKey() + " leaves the node's folder");
        }
        Files.createDirectories(file.getParent());
        Files.writeString(file, entry.getValue());
      }
      file = log;
      Files.createDirectories(log.getParent());
      Files.writeString(
          log, separator + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /** Empties the data folder. */
  void wipe() {
    try {
      delete(data());
      Files.createDirectories(data());
    } catch (IOException e) {
      throw cannotWrite(data(), e);
    }
  }

  /** Removes what a killed process left in its folder for temporary files; failure is harmless. */
  void removeTemporary() {
    try {
      delete(temporary());
    } catch (IOException e) {
      // It lies inside the run's directory and goes with it.
    }
  }

  static LabException cannotWrite(Path file, IOException e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return new LabException(
        LabException.Cause.ENVIRONMENT,
        "Cannot write " + file + ": " + reason,
        "Free space on the disk that holds it, or run with another run directory.",
        e);
  }

  /** Deletes a folder with all in it, links not followed; what is gone already is no failure. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path emptied, @Nullable IOException e)
              throws IOException {
            Files.deleteIfExists(emptied);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
