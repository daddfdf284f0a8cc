package dev.rebound.lab.artifact;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Jars and their descriptors in one zip, to be carried to a machine without a network. Laid out as
 * a Maven repository; the same files give the same bytes.
 */
final class Bundle {
  /** The same in every bundle, and late enough for every time zone. */
  private static final LocalDateTime ENTRIES = LocalDateTime.of(1980, 2, 1, 0, 0);

  private Bundle() {}

  /**
   * Writes a bundle, which takes the place of a file of that name.
   *
   * @param repository that all files lie in
   */
  static void write(Path zip, Path repository, Collection<Path> files) {
    Path part = zip.resolveSibling(zip.getFileName() + ".part");
    try {
      Files.createDirectories(zip.toAbsolutePath().getParent());
      try (OutputStream out = Files.newOutputStream(part);
          ZipOutputStream entries = new ZipOutputStream(out)) {
        // Jars are as small as they get.
        entries.setLevel(1);
        for (Path file : new TreeSet<>(files)) {
          ZipEntry entry = new ZipEntry(repository.relativize(file).toString().replace('\\', '/'));
          entry.setTimeLocal(ENTRIES);
          entries.putNextEntry(entry);
          Files.copy(file, entries);
          entries.closeEntry();
        }
      }
      Files.move(part, zip, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw ReboundException.unwritable(zip, "Free disk space, or name another file.", e);
    }
  }

  /**
   * Puts what a bundle has into a repository; what is there already stays.
   *
   * @return how many jars the bundle has
   */
  static int unpack(Path zip, Path repository) {
    try (ZipFile bundle = new ZipFile(zip.toFile())) {
      List<? extends ZipEntry> entries = Collections.list(bundle.entries());
      if (entries.stream().noneMatch(entry -> entry.getName().endsWith(".pom"))) {
        throw noBundle(zip, "it has no descriptors of jars", null);
      }
      for (ZipEntry entry : entries) {
        Path file = repository.resolve(entry.getName()).normalize();
        if (!file.startsWith(repository)) {
          throw noBundle(zip, entry.getName() + " leads out of it", null);
        }
        if (!entry.isDirectory() && !Files.exists(file)) {
          put(bundle, entry, file);
        }
      }
      return (int) entries.stream().filter(entry -> entry.getName().endsWith(".jar")).count();
    } catch (ZipException e) {
      throw noBundle(zip, String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot unpack %s into %s: %s".formatted(zip, repository, e),
          "See that the bundle is there and that the folder can be written to.",
          e);
    }
  }

  private static void put(ZipFile bundle, ZipEntry entry, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.createDirectories(file.getParent());
    try (InputStream in = bundle.getInputStream(entry)) {
      Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static ReboundException noBundle(Path zip, String why, @Nullable Exception cause) {
    return ReboundException.badInput(
        zip + " is no bundle of jars: " + why,
        "Make one where there is a network: rebound engines fetch --to bundle.zip.",
        cause);
  }
}
