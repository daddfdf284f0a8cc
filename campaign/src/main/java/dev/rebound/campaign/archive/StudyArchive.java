package dev.rebound.campaign.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.MedianFault;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.study.PlannedRun;
import dev.rebound.campaign.study.StudyRuns;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.platform.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keeps the small files that the figures of a study come from: its plan, and of each run that
 * counts the results, the experiment, the machine, the curves around its faults, and what is drawn
 * of its median fault; the same of runs that these were made again in place of. A few tens of
 * kilobytes a run, against hundreds of megabytes; a report is made from them as from the whole
 * study, and later runs can be held against them.
 */
public final class StudyArchive {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Key of the jars of the class path: coordinates, each with the beginning of its SHA-256. */
  private static final String JARS = "jars";

  /**
   * The extent of the files that were kept.
   *
   * @param runs number of runs
   * @param bytes of all files
   */
  public record ArchiveExtent(int runs, long bytes) {}

  private StudyArchive() {}

  /** Whether the folder of a run is one in an archive: there is no report of it to look at. */
  public static boolean holds(Path run) {
    return Files.isRegularFile(run.resolve(CurvesFile.NAME));
  }

  /**
   * Writes an archive, in the place of one that the folder held before.
   *
   * @param study folder of a study, {@code runs/<study>/<timestamp>/}, or an archive
   * @param into folder to write to, made if need be; it is empty, or holds an archive of the same
   *     study
   * @throws ReboundException if no block is whole yet, if {@code into} holds anything else, or if a
   *     file cannot be read or written
   */
  public static ArchiveExtent write(Path study, Path into) {
    StudyRuns planned = StudyFolder.planned(study);
    List<PlannedRun> counted = CountedRuns.of(study, planned).runs();
    if (counted.isEmpty()) {
      throw ReboundException.badInput(
          "no block of the study is whole yet, so there is nothing to keep",
          "Run the study again: it goes on where it stopped.");
    }
    if (study.toAbsolutePath().normalize().equals(into.toAbsolutePath().normalize())) {
      throw ReboundException.badInput(into + " is the study itself", "Name another folder.");
    }
    try {
      refuseOthers(planned, into);
      return written(study.toRealPath(), planned, counted, into);
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot archive " + study + " in " + into + ": " + e.getMessage(),
          "See that both folders can be read and written, and that the disk has room.",
          e);
    }
  }

  private static void refuseOthers(StudyRuns planned, Path into) throws IOException {
    if (!Files.isDirectory(into)) {
      return;
    }
    boolean same =
        StudyRuns.read(into).map(StudyRuns::study).filter(planned.study()::equals).isPresent();
    try (Stream<Path> files = Files.list(into)) {
      if (!same && files.findAny().isPresent()) {
        throw ReboundException.badInput(
            into + " holds something else than an archive of the study " + planned.study(),
            "Name a folder that is empty or does not exist.");
      }
    }
  }

  private static ArchiveExtent written(
      Path study, StudyRuns planned, List<PlannedRun> counted, Path into) throws IOException {
    Files.createDirectories(into);
    List<PlannedRun> before = StudyRuns.read(into).map(StudyRuns::runs).orElse(List.of());
    List<Path> files = new ArrayList<>();
    Set<String> folders = new HashSet<>();
    try (Stream<Path> beside = Files.list(study)) {
      for (Path file : beside.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        files.add(copied(file, into.resolve(file.getFileName())));
      }
    }
    for (PlannedRun run : counted) {
      for (String folder : folders(run)) {
        Path from = inside(study, folder, run);
        // A person may have deleted an earlier run; one that counts is needed.
        if (folder.equals(run.folder()) || Files.isRegularFile(from.resolve(RunFiles.RESULTS))) {
          files.addAll(kept(from, Files.createDirectories(inside(into, folder, run)), run));
          folders.add(folder);
        }
      }
    }
    planned.keeping(counted).write(into);
    files.add(into.resolve(StudyRuns.FILE));
    // Last, so that an archive that is not finished has what the one before had.
    for (PlannedRun run : before) {
      for (String folder : folders(run)) {
        if (!folder.isEmpty() && !folders.contains(folder)) {
          remove(inside(into, folder, run));
        }
      }
    }
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return new ArchiveExtent(counted.size(), bytes);
  }

  /** The folder of a run, empty if it was not started, and of those that it was made again of. */
  private static List<String> folders(PlannedRun run) {
    return Stream.concat(
            Stream.of(run.folder()), run.earlier().stream().map(PlannedRun.OtherRun::folder))
        .toList();
  }

  private static List<Path> kept(Path from, Path to, PlannedRun run) throws IOException {
    List<Path> files = new ArrayList<>();
    ComparedRun read = RunReader.read(from, run.cell().scenario());
    files.add(compact(from.resolve(RunFiles.RESULTS), to.resolve(RunFiles.RESULTS)));
    if (Files.isRegularFile(from.resolve(RunFiles.EXPERIMENT))) {
      files.add(experiment(from, to));
    }
    if (Files.isRegularFile(from.resolve(RunFiles.ENVIRONMENT))) {
      files.add(environment(from, to));
    }
    Path witness = to.resolve(WitnessLines.NAME);
    if (WitnessLines.write(from, witness)) {
      files.add(witness);
    }
    Path curves = to.resolve(CurvesFile.NAME);
    Path scene = to.resolve(SceneFile.NAME);
    if (drawn(read, from, scene)) {
      files.add(scene);
    }
    CurvesFile.write(read, curves);
    files.add(curves);
    return files;
  }

  /** Keeps what is drawn of the fault that would stand for the run, were it its cell's median. */
  private static boolean drawn(ComparedRun run, Path from, Path file) throws IOException {
    Optional<MedianFault> median = MedianFault.of(List.of(run));
    if (median.isEmpty()) {
      Files.deleteIfExists(file);
      return false;
    }
    return SceneFile.write(from, median.get().fault(), file);
  }

  /** The folder of a run, which lies in that of its study, whatever the file says. */
  private static Path inside(Path study, String of, PlannedRun run) {
    Path root = study.toAbsolutePath().normalize();
    Path folder = root.resolve(of).normalize();
    if (of.isEmpty() || folder.equals(root) || !folder.startsWith(root)) {
      throw ReboundException.badInput(
          "%s: the folder of %s is '%s', outside of the study"
              .formatted(study.resolve(StudyRuns.FILE), run.label(), of),
          "Restore the file.");
    }
    return folder;
  }

  /** Takes away a run of the archive that stood here; nothing else. */
  private static void remove(Path folder) throws IOException {
    for (String name :
        List.of(
            RunFiles.RESULTS,
            RunFiles.EXPERIMENT,
            RunFiles.ENVIRONMENT,
            SceneFile.NAME,
            WitnessLines.NAME,
            CurvesFile.NAME)) {
      Files.deleteIfExists(folder.resolve(name));
    }
    try (Stream<Path> left = Files.exists(folder) ? Files.list(folder) : Stream.empty()) {
      if (left.findAny().isPresent()) {
        return;
      }
    }
    Files.deleteIfExists(folder);
  }

  private static Path copied(Path from, Path to) throws IOException {
    return Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Files below the folder in which this is called become relative to it, to be read anywhere. */
  private static Path experiment(Path from, Path to) throws IOException {
    String text = Files.readString(from.resolve(RunFiles.EXPERIMENT));
    return Files.writeString(to.resolve(RunFiles.EXPERIMENT), relative(text));
  }

  private static String relative(String text) {
    return text.replace(Path.of("").toAbsolutePath().normalize() + "/", "");
  }

  /** Without the line breaks and blanks that are most of it. */
  private static Path compact(Path from, Path to) throws IOException {
    JSON.writeValue(to.toFile(), JSON.readTree(from.toFile()));
    return to;
  }

  /** The part of it by which runs are compared or made again: what ran, and on what. */
  private static Path environment(Path from, Path to) throws IOException {
    JsonNode all = JSON.readTree(from.resolve(RunFiles.ENVIRONMENT).toFile());
    ObjectNode kept = JSON.createObjectNode();
    Stream.concat(
            Machine.KEYS.stream(),
            Stream.of(Build.KEY, "commit", "means", "jvms", "steal", "program", "data"))
        .filter(all::has)
        .forEach(key -> kept.set(key, all.get(key)));
    ObjectNode jars = JSON.createObjectNode();
    all.path("artifacts")
        .forEach(
            jar ->
                jars.put(
                    jar.path("coordinate").asText(),
                    jar.path("sha256").asText().replaceFirst("(.{12}).*", "$1")));
    JsonNode named = jars.isEmpty() ? all.path(JARS) : jars;
    if (!named.isEmpty()) {
      kept.set(JARS, named);
    }
    Path file = to.resolve(RunFiles.ENVIRONMENT);
    return Files.writeString(file, relative(JSON.writeValueAsString(kept)));
  }
}
