package dev.rebound.lab.runner;

import dev.rebound.lab.LabException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * The folder of one run, {@code runs/<name>/<timestamp>/}, with a {@code latest} link beside it.
 */
public record RunDirectory(Path path, String runId) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  /** Makes the folder; a second run within a second gets a suffix. */
  public static RunDirectory create(Path runs, String name, Instant now) {
    String stamp = STAMP.format(now);
    Path parent = runs.resolve(name);
    try {
      Files.createDirectories(parent);
      for (int i = 1; i < 100; i++) {
        String folder = i == 1 ? stamp : stamp + "-" + i;
        if (parent.resolve(folder).toFile().mkdir()) {
          Files.createDirectories(parent.resolve(folder).resolve("logs"));
          link(parent, folder);
          return new RunDirectory(parent.resolve(folder), name + "-" + folder);
        }
      }
    } catch (IOException e) {
      throw new LabException(
          LabException.Cause.ENVIRONMENT,
          "cannot make a folder for the run under " + parent + ": " + e,
          "Choose a folder that can be written with --runs.",
          e);
    }
    throw new LabException(
        LabException.Cause.ENVIRONMENT,
        "too many runs in one second under " + parent,
        "Run it again.");
  }

  private static void link(Path parent, String folder) throws IOException {
    Path latest = parent.resolve("latest");
    Files.deleteIfExists(latest);
    try {
      Files.createSymbolicLink(latest, Path.of(folder));
    } catch (UnsupportedOperationException e) {
      Files.writeString(latest, folder + "\n");
    }
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  public Path journal() {
    return file("journal.jsonl");
  }
}
