package dev.rebound.analysis.result;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** {@code results.json} in a run's folder. */
public final class ResultsFile {
  private ResultsFile() {}

  /** Throws {@link ReboundException} if the disk does not take it. */
  public static void write(Results results, Path folder) {
    Path file = folder.resolve(RunFiles.RESULTS);
    try {
      JsonFile.write(file, results);
    } catch (IOException e) {
      throw ReboundException.unwritable(
          file, "Free disk space, then run `rebound check` on the run's folder.", e);
    }
  }

  /** The results that a run's folder holds; empty if there are none that can be read. */
  public static Optional<Results> read(Path folder) {
    try {
      return JsonFile.read(folder.resolve(RunFiles.RESULTS), Results.class);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
