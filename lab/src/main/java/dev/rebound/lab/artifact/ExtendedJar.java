package dev.rebound.lab.artifact;

import dev.rebound.analysis.Sha256;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * A job's jar together with jars of extensions, whose workloads it is to compute: engines that load
 * a job's classes by themselves take one jar.
 */
final class ExtendedJar {
  private ExtendedJar() {}

  /**
   * Makes it, unless that was done before.
   *
   * @param cache folder of such jars, which may not exist
   */
  static Path of(Path job, List<Path> extensions, Path cache) {
    List<Path> jars = new ArrayList<>(List.of(job));
    jars.addAll(extensions);
    try {
      StringBuilder hashes = new StringBuilder();
      for (Path jar : jars) {
        hashes.append(Sha256.of(jar));
      }
      String key = Sha256.of(hashes.toString()).substring(0, 16);
      Path whole = cache.resolve(key).resolve(String.valueOf(job.getFileName()));
      if (!Files.isRegularFile(whole)) {
        Path made = Files.createTempFile(Files.createDirectories(whole.getParent()), "", ".part");
        write(entries(jars), made);
        Files.move(made, whole, StandardCopyOption.ATOMIC_MOVE);
      }
      return whole;
    } catch (IOException e) {
      throw ReboundException.environment(
          job + " cannot be put together with " + extensions + ": " + e,
          "They must be jars, and " + cache + " a folder that can be written to.",
          e);
    }
  }

  /** The first jar that has an entry wins, but for lists of providers, which are all of them. */
  private static Map<String, byte[]> entries(List<Path> jars) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    for (Path path : jars) {
      try (JarFile jar = new JarFile(path.toFile())) {
        for (JarEntry entry : Collections.list(jar.entries())) {
          boolean providers = entry.getName().startsWith("META-INF/services/");
          byte[] bytes = jar.getInputStream(entry).readAllBytes();
          entries.merge(entry.getName(), bytes, (one, two) -> providers ? lines(one, two) : one);
        }
      }
    }
    return entries;
  }

  private static byte[] lines(byte[] one, byte[] two) {
    String both =
        new String(one, StandardCharsets.UTF_8) + "\n" + new String(two, StandardCharsets.UTF_8);
    return both.getBytes(StandardCharsets.UTF_8);
  }

  private static void write(Map<String, byte[]> entries, Path to) throws IOException {
    try (OutputStream file = Files.newOutputStream(to);
        JarOutputStream jar = new JarOutputStream(file)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        jar.putNextEntry(new JarEntry(entry.getKey()));
        jar.write(entry.getValue());
      }
    }
  }
}
