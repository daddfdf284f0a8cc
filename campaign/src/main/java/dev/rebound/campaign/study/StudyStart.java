package dev.rebound.campaign.study;

import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.Study;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.OwnSettings;
import dev.rebound.lab.runner.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where a study goes on, or that it begins.
 *
 * @param folder of the study that goes on; empty if a new one is to begin
 * @param runs as far as they were executed
 */
public record StudyStart(Optional<Path> folder, StudyRuns runs) {
  /** So many are told by name of those that make a study another one. */
  private static final int DIFFERENCES_NAMED = 3;

  /**
   * Looks for the newest folder of this very study, and takes it up from there. Writes nothing.
   *
   * @param parent {@code runs/<study>}
   * @param fresh begin a new one in any case
   */
  public static StudyStart find(Path parent, StudyPlan plan, StudyChoice choice, boolean fresh) {
    StudyRuns planned =
        new StudyRuns(
            plan.study().name(),
            plan.scale(),
            plan.shortened(),
            plan.overrides(),
            plan.fingerprints(),
            plan.runs(choice.repetitions()));
    List<Path> earlier = fresh ? List.of() : folders(parent);
    Optional<Path> same = newest(earlier, plan);
    if (same.isPresent()) {
      StudyRuns begun = StudyRuns.begun(same.get());
      StudyChoice within = choice.within(begun, plan.study());
      return new StudyStart(same, merged(planned.with(plan.runs(within.repetitions())), begun));
    }
    if (!earlier.isEmpty()) {
      requireFinished(earlier.get(0), plan);
    }
    return new StudyStart(same, planned);
  }

  /** The newest folder of this very study. */
  private static Optional<Path> newest(List<Path> earlier, StudyPlan plan) {
    return earlier.stream()
        .filter(folder -> StudyRuns.begun(folder).fingerprints().equals(plan.fingerprints()))
        .findFirst();
  }

  /**
   * The newest folder of this very study, of which a run is to be made again. Throws {@link
   * ReboundException} if there is none.
   *
   * @param parent {@code runs/<study>}
   */
  public static Path begun(Path parent, StudyPlan plan) {
    List<Path> earlier = folders(parent);
    Optional<Path> same = newest(earlier, plan);
    if (same.isPresent()) {
      return same.get();
    }
    if (earlier.isEmpty()) {
      throw ReboundException.badInput(
          "no study was begun in " + parent + ": there is no run to make again",
          "Leave --again out, or name the folder of its runs with --runs.");
    }
    Path newest = earlier.get(0);
    StudyRuns begun = StudyRuns.begun(newest);
    throw ReboundException.badInput(
        "no run of this study was begun: %s is another study by now: %s"
            .formatted(newest, difference(newest, begun, plan)),
        "Make its run again with what it was begun with (" + begunWith(begun) + ").");
  }

  /** The planned runs, with what became of them; runs that were done beyond the plan are kept. */
  static StudyRuns merged(StudyRuns planned, StudyRuns begun) {
    List<PlannedRun> runs = new ArrayList<>(planned.runs());
    runs.replaceAll(run -> begun.runs().stream().filter(run::same).findFirst().orElse(run));
    begun.runs().stream()
        .filter(PlannedRun::done)
        .filter(run -> runs.stream().noneMatch(run::same))
        .forEach(runs::add);
    runs.replaceAll(run -> run.numbered(runs.indexOf(run) + 1));
    return planned.with(runs).chosenAs(begun);
  }

  private static void requireFinished(Path folder, StudyPlan plan) {
    StudyRuns begun = StudyRuns.begun(folder);
    int done = begun.done(false).size() + begun.done(true).size();
    if (begun.complete() || done == 0) {
      return;
    }
    throw ReboundException.badInput(
        "%s is not complete (%s of %s runs are done), and is another study by now: %s"
            .formatted(folder, done, begun.runs().size(), difference(folder, begun, plan)),
        ("Add --fresh to begin a new study; or run the one that was begun, with what it was begun"
                + " with (%s), and it goes on.")
            .formatted(begunWith(begun)));
  }

  private static String difference(Path folder, StudyRuns begun, StudyPlan plan) {
    Map<String, String> differences = new TreeMap<>();
    Map<String, String> now = plan.fingerprints();
    now.forEach(
        (name, fingerprint) -> {
          String before = begun.fingerprints().get(name);
          if (before == null) {
            differences.put(name, name + " is new");
          } else if (!before.equals(fingerprint)) {
            differences.put(name, name + " has changed" + where(folder, begun, plan, name));
          }
        });
    for (String name : begun.fingerprints().keySet()) {
      if (!now.containsKey(name)) {
        differences.put(name, name + " is gone");
      }
    }
    int more = differences.size() - DIFFERENCES_NAMED;
    return differences.values().stream().limit(DIFFERENCES_NAMED).collect(Collectors.joining(", "))
        + (more > 0 ? ", and " + more + " more" : "");
  }

  /** The first setting that an experiment did not have when it ran; empty if it did not run. */
  private static String where(Path folder, StudyRuns begun, StudyPlan plan, String name) {
    Optional<Path> ran =
        begun.runs().stream()
            .filter(run -> run.experiment().equals(name) && !run.folder().isEmpty())
            .map(run -> folder.resolve(run.folder()).resolve(RunFiles.EXPERIMENT))
            .filter(Files::isRegularFile)
            .findFirst();
    if (ran.isEmpty()) {
      return "";
    }
    try {
      Map<String, String> before = OwnSettings.of(Files.readString(ran.get())).all();
      return plan.experiments().stream()
          .filter(planned -> planned.experiment().name().equals(name))
          .map(planned -> OwnSettings.of(planned.experiment().resolvedYaml()).all())
          .flatMap(now -> changed(before, now))
          .findFirst()
          .map(words -> " (" + words + ")")
          .orElse(" (its settings are as they were: a file that it names may be another one)");
    } catch (IOException | ReboundException e) {
      return "";
    }
  }

  private static Stream<String> changed(Map<String, String> before, Map<String, String> now) {
    return Stream.concat(
        now.entrySet().stream()
            .filter(setting -> !setting.getValue().equals(before.get(setting.getKey())))
            .map(setting -> "now `" + setting.getKey() + ": " + setting.getValue() + "`"),
        before.keySet().stream()
            .filter(key -> !now.containsKey(key))
            .map(key -> "no longer `" + key + ": " + before.get(key) + "`"));
  }

  private static String begunWith(StudyRuns begun) {
    List<String> words = new ArrayList<>();
    if (begun.scale() != 1) {
      words.add("--scale " + begun.scale());
    }
    if (!begun.shortened().isEmpty()) {
      words.add("--short");
    }
    begun.overrides().forEach(override -> words.add("--set " + override));
    words.add("the files as in its folder");
    return String.join(", ", words);
  }

  /** Newest first, by their names, which are times. */
  private static List<Path> folders(Path parent) {
    if (!Files.isDirectory(parent)) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(parent)) {
      return inside
          .filter(folder -> !Files.isSymbolicLink(folder))
          .filter(folder -> Files.isRegularFile(folder.resolve(StudyRuns.FILE)))
          .sorted(Comparator.comparing(Path::toString).reversed())
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw unusable(parent, e);
    }
  }

  /** The study's folder; made, with copies of its files, if it is to begin. */
  public Path open(Path parent, Study study, Instant now) {
    return folder.orElseGet(() -> begin(parent, study, now));
  }

  private static Path begin(Path parent, Study study, Instant now) {
    Path place = RunDirectory.make(parent, now);
    try {
      Files.copy(study.folder().resolve(Study.FILE), place.resolve(Study.FILE));
      for (Study.StudyMember member : study.experiments()) {
        Files.copy(study.folder().resolve(member.file()), place.resolve(member.file()));
      }
    } catch (IOException e) {
      throw unusable(place, e);
    }
    return place;
  }

  private static ReboundException unusable(Path folder, IOException e) {
    return ReboundException.environment(
        "cannot use " + folder + ": " + e, "Choose another folder with --runs.", e);
  }
}
