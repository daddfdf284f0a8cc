package dev.rebound.lab.compare;

import dev.rebound.lab.LabException;
import dev.rebound.lab.result.Results;
import dev.rebound.lab.study.PlannedRun;
import dev.rebound.lab.study.Study;
import dev.rebound.lab.study.StudyFile;
import dev.rebound.lab.study.StudyRuns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the runs of a study, as its folder under {@code runs/} lists them. */
public final class StudyFolder {
  private StudyFolder() {}

  /** Whether a folder is one of a study that was begun. */
  public static boolean is(Path folder) {
    return Files.isRegularFile(folder.resolve(StudyRuns.FILE));
  }

  /** What the runs show that are done by now. Throws {@link LabException} if fewer than two are. */
  public static Comparison compare(Path folder) {
    StudyRuns planned =
        StudyRuns.read(folder)
            .orElseThrow(
                () ->
                    new LabException(
                        LabException.Cause.BAD_INPUT,
                        folder + " holds no " + StudyRuns.FILE,
                        "Name the folder of a study, for example runs/thesis/latest."));
    Study study = StudyFile.load(folder.resolve(Study.FILE));
    List<ComparedRun> runs = new ArrayList<>();
    List<String> leftOut = new ArrayList<>();
    Map<ComparedRun, PlannedRun> shared = new LinkedHashMap<>();
    for (PlannedRun run : planned.runs()) {
      if (run.state() == PlannedRun.State.DONE) {
        ComparedRun read =
            RunReader.read(folder.resolve(run.folder()).normalize(), run.cell().scenario());
        runs.add(read);
        shared.put(read, run);
      } else if (run.state() == PlannedRun.State.FAILED) {
        leftOut.add(run.label() + ": " + (run.note().isEmpty() ? "of no use" : run.note()));
      }
    }
    shared.forEach(
        (control, run) ->
            run.alsoFor()
                .forEach(scenario -> standsFor(control, scenario, runs).ifPresent(runs::add)));
    long open = planned.runs().stream().filter(PlannedRun::open).count();
    if (open > 0) {
      leftOut.add(open + " of " + planned.runs().size() + " planned runs are not done yet");
    }
    return new Comparer().compare(runs, Brief.of(study, planned.shortened()), leftOut);
  }

  /**
   * A shared control as one of another scenario: it ran without faults, so the settings that tell
   * the cells apart are those of that scenario's runs.
   */
  private static Optional<ComparedRun> standsFor(
      ComparedRun control, String scenario, List<ComparedRun> runs) {
    Results c = control.results();
    return runs.stream()
        .filter(run -> run.scenario().equals(scenario) && !run.results().control())
        .filter(
            run ->
                run.results().engine().equals(c.engine())
                    && run.results().engineVersion().equals(c.engineVersion())
                    && run.results().profile().equals(c.profile()))
        .findFirst()
        .map(
            run ->
                new ComparedRun(
                    control.folder(),
                    scenario,
                    c,
                    control.repetition(),
                    control.shortened(),
                    run.settings(),
                    run.phases(),
                    control.machine(),
                    control.build(),
                    control.capacity(),
                    control.curves(),
                    control.absent()));
  }
}
