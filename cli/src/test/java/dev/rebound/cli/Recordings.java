package dev.rebound.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.ExperimentFile;
import dev.rebound.lab.runner.Recheck;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Runs that were recorded: zips of their folders, without logs, {@code metrics/} and reports. */
public final class Recordings {
  static final Path FOLDER =
      Path.of(
          System.getProperty("rebound.home", ".."), "cli", "src", "test", "resources", "recorded");

  private Recordings() {}

  /** Unpacks one into a folder, and checks it again. */
  public static Recheck check(String recording, Path into) throws IOException {
    unpack(FOLDER.resolve(recording), into);
    return Recheck.of(into, file -> ExperimentFile.stored(file, Engines.declared()));
  }

  static void unpack(Path zip, Path into) throws IOException {
    try (InputStream in = Files.newInputStream(zip);
        ZipInputStream entries = new ZipInputStream(in)) {
      for (ZipEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
        Path file = into.resolve(entry.getName()).normalize();
        assertThat(file.startsWith(into)).isTrue();
        if (entry.isDirectory()) {
          Files.createDirectories(file);
        } else {
          Files.createDirectories(file.getParent());
          Files.copy(entries, file);
        }
      }
    }
  }
}
