package dev.rebound.engine.postgres;

import dev.rebound.analysis.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The content that a folder must have: a line with the hash of the archive that it came from, and
 * one for each file and symbolic link below it, with hash or target.
 */
final class Manifest {
  private static final String FILE = "MANIFEST";
  private static final String LINK = "-> ";

  private Manifest() {}

  /** Writes down what is in the folder now. */
  static void write(Path folder, String archiveHash) throws IOException {
    Files.write(folder.resolve(FILE), lines(folder, archiveHash));
  }

  /** True if the folder holds just what was written down of this archive. */
  static boolean holds(Path folder, String archiveHash) throws IOException {
    Path file = folder.resolve(FILE);
    return Files.isRegularFile(file) && Files.readAllLines(file).equals(lines(folder, archiveHash));
  }

  private static List<String> lines(Path folder, String archiveHash) throws IOException {
    TreeMap<String, String> found = new TreeMap<>();
    List<Path> paths;
    try (Stream<Path> all = Files.walk(folder)) {
      paths = all.toList();
    }
    for (Path path : paths) {
      String name = folder.relativize(path).toString();
      if (Files.isSymbolicLink(path)) {
        found.put(name, LINK + Files.readSymbolicLink(path));
      } else if (Files.isRegularFile(path) && !name.equals(FILE)) {
        found.put(name, Sha256.of(path));
      }
    }
    return Stream.concat(
            Stream.of(archiveHash),
            found.entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue()))
        .toList();
  }
}
