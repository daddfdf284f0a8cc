package dev.rebound.lab.experiment;

import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The experiment files that paths name. */
public final class ExperimentFiles {
  private ExperimentFiles() {}

  /**
   * Files as they are named, and of a folder every {@code *.yaml} but a study's own, by name.
   * Throws {@link ReboundException} if a folder holds none or cannot be read.
   */
  public static List<Path> of(List<Path> paths) {
    List<Path> files = new ArrayList<>();
    for (Path path : paths) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      try (Stream<Path> inside = Files.list(path)) {
        List<Path> found =
            inside
                .filter(f -> f.toString().endsWith(".yaml") && !f.endsWith("study.yaml"))
                .sorted()
                .toList();
        if (found.isEmpty()) {
          throw ReboundException.badInput(
              path + " holds no experiment file (*.yaml)",
              "Name a file, or a folder with files that end in .yaml.");
        }
        files.addAll(found);
      } catch (IOException e) {
        throw ReboundException.badInput(
            "cannot read " + path + ": " + e, "Name a folder that exists.", e);
      }
    }
    return files;
  }
}
