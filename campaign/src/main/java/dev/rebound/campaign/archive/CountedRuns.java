package dev.rebound.campaign.archive;

import dev.rebound.analysis.compare.run.RunIdentity;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.study.PlannedRun;
import dev.rebound.campaign.study.StudyRuns;
import dev.rebound.lab.artifact.Build;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which runs of a study count: those of whole blocks, made by one build of Rebound. A block that is
 * not whole would give some cells a run that others lack, and another build is another instrument.
 *
 * @param runs in the order of execution, controls included
 * @param leftOut which do not, with the reason and what to do
 */
record CountedRuns(List<PlannedRun> runs, List<String> leftOut) {
  /** Throws {@link ReboundException} if two of the runs that are done are one and its copy. */
  static CountedRuns of(Path folder, StudyRuns planned) {
    requireNoCopies(folder, planned);
    Map<PlannedRun, String> builds = new LinkedHashMap<>();
    for (PlannedRun run : planned.runs()) {
      if (run.done()) {
        builds.put(run, Build.recorded(folder.resolve(run.folder())));
      }
    }
    String build = most(builds);
    List<PlannedRun> counted = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    for (PlannedRun run : planned.runs()) {
      if (run.state() == PlannedRun.RunState.FAILED) {
        leftOut.add(run.label() + ": " + (run.note().isEmpty() ? "of no use" : run.note()));
      }
    }
    others(builds, build).forEach(leftOut::add);
    TreeSet<Integer> blocks = new TreeSet<>();
    planned.runs().forEach(run -> blocks.add(run.repetition()));
    for (int block : blocks) {
      List<PlannedRun> done =
          builds.keySet().stream()
              .filter(run -> run.repetition() == block && build.equals(builds.get(run)))
              .toList();
      List<PlannedRun> missing =
          planned.runs().stream()
              .filter(run -> run.repetition() == block && planned.belongs(run))
              .filter(run -> !done.contains(run))
              .toList();
      if (missing.isEmpty()) {
        counted.addAll(done);
      } else {
        done.forEach(
            run ->
                leftOut.add(
                    "%s: not counted yet, as block %s is not whole (%s%s missing)"
                        .formatted(
                            run.label(),
                            block,
                            missing.size(),
                            missing.size() == 1 ? " run is" : " runs are")));
      }
    }
    long open = planned.runs().stream().filter(PlannedRun::open).count();
    if (open > 0) {
      leftOut.add(open + " of " + planned.runs().size() + " planned runs are not done yet");
    }
    return new CountedRuns(List.copyOf(counted), List.copyOf(leftOut));
  }

  private static void requireNoCopies(Path study, StudyRuns planned) {
    RunIdentity.Folders folders = new RunIdentity.Folders();
    Map<Path, String> labels = new HashMap<>();
    for (PlannedRun run : planned.runs()) {
      if (run.done()) {
        Path its = study.resolve(run.folder()).normalize();
        String other = labels.put(its, run.label());
        if (other != null) {
          throw ReboundException.badInput(
              other + " and " + run.label() + " lie in one folder: " + its,
              "Restore " + study.resolve(StudyRuns.FILE) + ".");
        }
        ResultsFile.read(its).ifPresent(results -> folders.add(its, RunIdentity.of(results, "")));
      }
    }
  }

  /** {@code : 3 of 6 runs are done}. */
  String progress(StudyRuns planned) {
    long done = planned.runs().stream().filter(PlannedRun::done).count();
    return ": " + done + " of " + planned.runs().size() + " runs are done";
  }

  /** The build that made the most runs; of two that made as many, the later one. */
  private static String most(Map<PlannedRun, String> builds) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    builds.values().forEach(build -> counts.merge(build, 1, Integer::sum));
    List<String> order = new ArrayList<>(counts.keySet());
    return order.stream()
        .max(
            Comparator.<String>comparingInt(build -> counts.getOrDefault(build, 0))
                .thenComparingInt(order::indexOf))
        .orElse("");
  }

  private static List<String> others(Map<PlannedRun, String> builds, String build) {
    Map<String, List<String>> labels = new LinkedHashMap<>();
    builds.forEach(
        (run, made) -> {
          if (!made.equals(build)) {
            labels.computeIfAbsent(made, m -> new ArrayList<>()).add(run.label());
          }
        });
    return labels.entrySet().stream()
        .map(
            other ->
                other.getValue().stream().collect(Collectors.joining("; "))
                    + ": made with build "
                    + Build.named(other.getKey())
                    + " of Rebound, and only runs of build "
                    + Build.named(build)
                    + " count; go on with that build, or run all with one (--fresh)")
        .toList();
  }
}
