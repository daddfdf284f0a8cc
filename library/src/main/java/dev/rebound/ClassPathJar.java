package dev.rebound;

import dev.rebound.analysis.Sha256;
import dev.rebound.base.ReboundException;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A jar that stands for a whole class path, which its manifest names. */
final class ClassPathJar {
  private ClassPathJar() {}

  /**
   * Makes it, unless that was done before.
   *
   * @param classPath as {@code java.class.path} has it
   * @param cache folder of such jars, which may not exist
   */
  static Path of(String classPath, Path cache) {
    String entries =
        Stream.of(classPath.split(File.pathSeparator, -1))
            .filter(entry -> !entry.isEmpty())
            .map(entry -> Path.of(entry).toUri().toString())
            .collect(Collectors.joining(" "));
    Path jar = cache.resolve(Sha256.of(entries).substring(0, 16) + ".jar");
    try {
      if (!Files.isRegularFile(jar)) {
        Path made = Files.createTempFile(Files.createDirectories(cache), "", ".part");
        write(entries, made);
        Files.move(made, jar, StandardCopyOption.ATOMIC_MOVE);
      }
      return jar;
    } catch (IOException e) {
      throw ReboundException.unwritable(jar, "Make room, or let it be written to.", e);
    }
  }

  private static void write(String entries, Path to) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, entries);
    try (OutputStream file = Files.newOutputStream(to)) {
      new JarOutputStream(file, manifest).close();
    }
  }
}
