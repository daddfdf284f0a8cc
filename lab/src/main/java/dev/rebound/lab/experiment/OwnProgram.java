package dev.rebound.lab.experiment;

import dev.rebound.analysis.ReboundException;
import dev.rebound.lab.files.Sha256;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a user's own program is made of: builds of one name are told apart by it. */
public final class OwnProgram {
  /** The key of engines that start one by a command. */
  public static final String RUN = "run";

  private static final String JARS = "/*";

  private OwnProgram() {}

  /**
   * SHA-256 of the jar, or source, of an engine's section as it is now, or over the files that the
   * words of its command name; empty if there is none, or none yet.
   */
  public static String hash(EngineSpec engine) {
    return hash(engine.options());
  }

  /**
   * The same.
   *
   * @param options of the engine's section, by key
   */
  static String hash(Map<String, String> options) {
    String jar = options.getOrDefault(ProgramJar.KEY, "");
    return jar.isEmpty()
        ? ofCommand(options.getOrDefault(RUN, ""))
        : Files.isRegularFile(Path.of(jar)) ? fileHash(Path.of(jar)) : "";
  }

  /** SHA-256 over the files that the words of a command name; empty if none does. */
  static String ofCommand(String command) {
    List<String> hashes =
        ShellWords.split(command).stream()
            .flatMap(OwnProgram::paths)
            .flatMap(OwnProgram::files)
            .map(OwnProgram::fileHash)
            .toList();
    return hashes.size() < 2 ? String.join("", hashes) : Sha256.of(String.join("", hashes));
  }

  /** A word that names a file, else the parts of a class path. */
  private static Stream<String> paths(String word) {
    return Files.isRegularFile(Path.of(word))
        ? Stream.of(word)
        : Stream.of(word.split(File.pathSeparator));
  }

  /**
   * A file, or the jars of a folder as a class path names them. What names a file was made absolute
   * when the experiment was read.
   */
  private static Stream<Path> files(String name) {
    if (!Path.of(name).isAbsolute()) {
      return Stream.empty();
    }
    if (!name.endsWith(JARS)) {
      return Stream.of(Path.of(name)).filter(Files::isRegularFile);
    }
    Path folder = Path.of(name.substring(0, name.length() - 1));
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(file -> file.toString().endsWith(".jar")).sorted().toList().stream();
    } catch (IOException e) {
      throw ReboundException.unreadable(folder, "Check its permissions.", e);
    }
  }

  private static String fileHash(Path file) {
    try {
      return DataFiles.hash(file);
    } catch (IOException e) {
      throw ReboundException.unreadable(file, "Check its permissions.", e);
    }
  }
}
