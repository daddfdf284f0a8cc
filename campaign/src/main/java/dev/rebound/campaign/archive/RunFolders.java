package dev.rebound.campaign.archive;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.Study;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.SecondJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the runs below folders: a run's folder itself, a {@code latest} link, or a folder that
 * holds runs somewhere below.
 *
 * @param runs folders with results, each once, those of a parent in the order of their names
 * @param leftOut folders of runs without results that were found below a parent
 * @param madeAgain folders of runs of a study that do not count, as they were made again, or begun
 *     in place of one and are not done
 */
public record RunFolders(List<Path> runs, List<Path> leftOut, List<Path> madeAgain) {
  private static final int DEPTH_MAX = 5;

  /** Folders as they were named. */
  public static RunFolders named(List<Path> runs) {
    return new RunFolders(runs, List.of(), List.of());
  }

  /** A line for each run that does not count, as another one of its study does. */
  public List<String> words() {
    return madeAgain.stream()
        .map(run -> run + ": it does not count, as another one does in its study (run --again)")
        .toList();
  }

  /** Throws {@link ReboundException} if a named folder is no run and holds none. */
  public static RunFolders find(List<Path> named) {
    Set<Path> runs = new LinkedHashSet<>();
    Set<Path> leftOut = new LinkedHashSet<>();
    Set<Path> madeAgain = new LinkedHashSet<>();
    for (Path path : named) {
      try {
        add(path, runs, leftOut, madeAgain);
      } catch (IOException | UncheckedIOException e) {
        throw ReboundException.unreadable(
            path, "Name folders of runs, for example runs/demo-flink/latest.", e);
      }
    }
    return new RunFolders(List.copyOf(runs), List.copyOf(leftOut), List.copyOf(madeAgain));
  }

  private static void add(Path path, Set<Path> runs, Set<Path> leftOut, Set<Path> madeAgain)
      throws IOException {
    Path folder = followed(path);
    if (!Files.isDirectory(folder)) {
      throw ReboundException.badInput(
          "no such folder: " + path,
          "Name folders of runs, for example runs/demo-flink/latest, or a folder that holds runs.");
    }
    Path real = folder.toRealPath();
    if (Files.isRegularFile(real.resolve(RunFiles.RESULTS))) {
      (isMadeAgain(real) ? madeAgain : runs).add(real);
      return;
    }
    if (Files.isRegularFile(real.resolve(RunFiles.JOURNAL))) {
      throw ReboundException.badInput(
          path + " has no results: it was killed, did not start, or still runs",
          "Leave it out, or run it again; `rebound report` shows what it measured.");
    }
    int before = runs.size();
    boolean any = false;
    for (Path run : below(real)) {
      if (isMadeAgain(run)) {
        madeAgain.add(run);
      } else if (Files.isRegularFile(run.resolve(RunFiles.RESULTS))) {
        runs.add(run);
        any = true;
      } else {
        leftOut.add(run);
      }
    }
    if (!any && runs.size() == before) {
      throw ReboundException.badInput(
          "no run with results in " + path,
          "Name folders of runs, for example runs/demo-flink/latest, or a folder that holds runs.");
    }
  }

  /** Whether the study that a run lies in counts another one in its place. */
  private static boolean isMadeAgain(Path run) {
    Path study = run.getParent();
    for (int depth = 0; depth < DEPTH_MAX && study != null; depth++) {
      Path of = study;
      // Others have files of that name, too, such as a comparison that was written to study.html.
      if (StudyFolder.is(of) && Files.isRegularFile(of.resolve(Study.FILE))) {
        return StudyFolder.planned(of).runs().stream()
            .flatMap(all -> Stream.concat(all.earlier().stream(), all.repeats().stream()))
            .anyMatch(other -> of.resolve(other.folder()).normalize().equals(run));
      }
      study = study.getParent();
    }
    return false;
  }

  /** Where links are not to be had, {@code latest} is a file with the folder's name in it. */
  private static Path followed(Path path) throws IOException {
    if (Files.isRegularFile(path) && path.endsWith("latest")) {
      return path.resolveSibling(Files.readString(path, StandardCharsets.UTF_8).trim());
    }
    return path;
  }

  /** Another job's run lies within the run, and is no run beside it. */
  private static List<Path> below(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder, DEPTH_MAX)) {
      files
          .filter(file -> file.endsWith(RunFiles.JOURNAL) || file.endsWith(RunFiles.RESULTS))
          .map(Path::getParent)
          .filter(run -> !SecondJob.is(String.valueOf(run.getFileName())))
          .distinct()
          .sorted()
          .forEach(found::add);
    }
    return found;
  }
}
