package dev.rebound.lab.runner;

import dev.rebound.analysis.RunFiles;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.SecondJob;
import dev.rebound.lab.rig.Parts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/**
 * The folder of one run, {@code runs/<name>/<timestamp>/}, with a {@code latest} link beside it.
 *
 * @param runId names topics, consumer groups and applications, so it has only what Kafka allows in
 *     a topic's name, and Storm in a topology's: {@code workers=4} of a matrix becomes {@code
 *     workers-4}, and {@code level3.sleep} {@code level3-sleep}
 */
public record RunDirectory(Path path, String runId) {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

  /** Room is left to the 249 of a topic, for what Kafka Streams puts behind an application's id. */
  private static final int ID_CHARACTERS = 120;

  public RunDirectory {
    runId = runId.replaceAll("[^A-Za-z0-9._-]", "-");
  }

  /** Makes the folder; a second run within a second gets a suffix. */
  public static RunDirectory create(Path runs, String name, Instant now) {
    Path folder = make(runs.resolve(name), now);
    try {
      Files.createDirectories(folder.resolve("logs"));
    } catch (IOException e) {
      throw unwritable(folder, e);
    }
    return new RunDirectory(folder, id(name) + "-" + folder.getFileName());
  }

  /**
   * A matrix over settings names its runs by them: some subjects take no dots, none a long name.
   */
  static String id(String name) {
    String id = name.replace('.', '-');
    return id.length() <= ID_CHARACTERS
        ? id
        : id.substring(0, ID_CHARACTERS - 9)
            + "-"
            + String.format(Locale.ROOT, "%08x", name.hashCode());
  }

  /**
   * Makes a folder named by the time, with the {@code latest} link beside it, and nothing in it.
   */
  public static Path make(Path parent, Instant now) {
    String stamp = STAMP.format(now);
    try {
      Files.createDirectories(parent);
      for (int i = 1; i < 100; i++) {
        String folder = i == 1 ? stamp : stamp + "-" + i;
        if (parent.resolve(folder).toFile().mkdir()) {
          link(parent, folder);
          return parent.resolve(folder);
        }
      }
    } catch (IOException e) {
      throw unwritable(parent, e);
    }
    throw ReboundException.environment(
        "too many runs in one second under " + parent, "Run it again.");
  }

  /** That of one of its jobs: of the first one this, of the others a folder within. */
  public RunDirectory job(int number) {
    return number == 0
        ? this
        : new RunDirectory(path.resolve(SecondJob.name(number)), Parts.id(runId, number));
  }

  private static ReboundException unwritable(Path parent, IOException e) {
    return ReboundException.environment(
        "cannot make a folder for the run under " + parent + ": " + e,
        "Choose a folder that can be written with --runs.",
        e);
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

  /** Removes what a run whose lab was killed left: topics, state, checkpoints. The rest stays. */
  public static void discardData(Path run) {
    for (String name : List.of("nodes", "shared")) {
      Path folder = run.resolve(name);
      if (!Files.exists(folder)) {
        continue;
      }
      try {
        Folders.delete(folder);
      } catch (IOException e) {
        throw ReboundException.environment(
            "cannot remove " + folder + ": " + e, "Remove it by hand, or run `rebound clean`.", e);
      }
    }
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  public Path journal() {
    return file(RunFiles.JOURNAL);
  }
}
