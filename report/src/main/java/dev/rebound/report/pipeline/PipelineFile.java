package dev.rebound.report.pipeline;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Writes a file that a command line names. */
public final class PipelineFile {
  private PipelineFile() {}

  /** Writes it anew, with the folders above it. */
  static void write(Path file, String text) {
    write(file, text, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /** Adds to what it holds. */
  static void append(Path file, String text) {
    write(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /**
   * Refuses a file that cannot be written, before minutes are spent on what goes into it. Throws
   * {@link ReboundException} that names the option.
   */
  public static void require(String option, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    Path existing = folder;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    boolean writable =
        Files.exists(file)
            ? !Files.isDirectory(file) && Files.isWritable(file)
            : existing != null && Files.isDirectory(existing) && Files.isWritable(existing);
    if (!writable) {
      throw ReboundException.badInput(
          option + " " + file + " is not a file that can be written",
          "Name a file in a folder of yours.");
    }
  }

  private static void write(Path file, String text, OpenOption... how) {
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        Files.createDirectories(folder);
      }
      OpenOption[] all = new OpenOption[how.length + 1];
      System.arraycopy(how, 0, all, 0, how.length);
      all[how.length] = StandardOpenOption.WRITE;
      Files.writeString(file, text, StandardCharsets.UTF_8, all);
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot write " + file + ": " + e,
          "Free disk space or name another file; `rebound check` on the runs writes it again.",
          e);
    }
  }
}
