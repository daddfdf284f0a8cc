package dev.rebound.platform.local;

import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.platform.Node;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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

  /** The file that a node knows by this name; {@link Node#LOG} is the log. */
  Path file(String name) {
    if (name.equals(Node.LOG)) {
      return log;
    }
    Path file = directory.resolve(name).normalize();
    if (!file.startsWith(directory)) {
      throw new IllegalArgumentException(name + " leaves the node's folder");
    }
    return file;
  }

  /** Makes the folders and writes the files that a start needs. */
  void prepare(Map<String, String> files, String separator) {
    Path file = directory;
    try {
      Files.createDirectories(data());
      Files.createDirectories(temporary());
      for (Map.Entry<String, String> entry : files.entrySet()) {
        file = file(entry.getKey());
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

  /** Writes a file, so that it is there whole or not at all. */
  void put(String name, InputStream content) {
    Path file = file(name);
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.createDirectories(file.getParent());
      Files.copy(content, part, StandardCopyOption.REPLACE_EXISTING);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw cannotWrite(file, e);
    }
  }

  /** Names of what lies in a folder, which may be one outside of this; none if it is not there. */
  List<String> list(String folder) {
    Path listed = directory.resolve(folder);
    try (Stream<Path> files = Files.list(listed)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw ReboundException.environment(
          "Cannot list " + listed + ": " + e, "See whether the disk still works.", e);
    }
  }

  /** Empties the data folder. */
  void wipe() {
    try {
      Folders.delete(data());
      Files.createDirectories(data());
    } catch (IOException e) {
      throw cannotWrite(data(), e);
    }
  }

  /** Removes what a killed process left in its folder for temporary files; failure is harmless. */
  void removeTemporary() {
    try {
      Folders.delete(temporary());
    } catch (IOException e) {
      // It lies inside the run's directory and goes with it.
    }
  }

  /** Deletes the folders of all nodes but these, and what nodes share; logs stay. */
  static void discard(Path runDirectory, Set<String> kept) throws IOException {
    Folders.delete(runDirectory.resolve("shared"));
    Path nodes = runDirectory.resolve("nodes");
    if (!Files.isDirectory(nodes)) {
      return;
    }
    boolean all = true;
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(nodes)) {
      for (Path folder : folders) {
        if (kept.contains(folder.getFileName().toString())) {
          all = false;
        } else {
          Folders.delete(folder);
        }
      }
    }
    if (all) {
      Folders.delete(nodes);
    }
  }

  static ReboundException cannotWrite(Path file, IOException e) {
    String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    return ReboundException.environment(
        "Cannot write " + file + ": " + reason,
        "Free space on the disk that holds it, or run with another run directory.",
        e);
  }
}
