package dev.rebound;

import dev.rebound.analysis.compare.SampleSizeEstimate;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.RunEnd;
import dev.rebound.campaign.archive.StudyFolder;
import dev.rebound.campaign.study.PlannedCell;
import dev.rebound.campaign.study.PlannedRun;
import dev.rebound.campaign.study.StudyCampaign;
import dev.rebound.campaign.study.StudyChoice;
import dev.rebound.campaign.study.StudyFile;
import dev.rebound.campaign.study.StudyLock;
import dev.rebound.campaign.study.StudyPlan;
import dev.rebound.campaign.study.StudyRequest;
import dev.rebound.campaign.study.StudyRuns;
import dev.rebound.campaign.study.StudyStart;
import dev.rebound.campaign.study.StudyWords;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.lab.runner.RunPlan;
import dev.rebound.report.page.HtmlReport;
import dev.rebound.report.study.ComparisonText;
import dev.rebound.report.study.StudyReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A study that was planned, and can be executed and reported, see {@link Rebound#study}. */
public final class StudyRun {
  private final Rebound files;
  private final Consumer<String> tell;
  private final String build;
  private final StudyPlan plan;
  private final Path parent;
  private final Supplier<StudyOutcome> planned;
  private volatile boolean stopped;
  private volatile @Nullable Execution underWay;

  StudyRun(Rebound files, Path folder, StudyRequest asked, Consumer<String> tell) {
    this.files = files;
    this.tell = tell;
    this.build = Build.of(files.home);
    this.plan = plan(files, StudyFile.load(folder.resolve(Study.FILE), Engines.declared()));
    this.parent = files.runs.resolve(plan.study().name());
    StudyRequest.Repeat repeat = asked.again();
    this.planned = repeat == null ? all(asked) : again(repeat);
  }

  /** Executes what was planned. Throws {@link ReboundException} if another lab executes it. */
  public StudyOutcome run() {
    return planned.get();
  }

  /**
   * Ends the run under way in order, and starts no other. Returns at once; safe from any thread.
   */
  public void stop() {
    stopped = true;
    Execution execution = underWay;
    if (execution != null) {
      execution.interrupt();
    }
  }

  private Supplier<StudyOutcome> all(StudyRequest asked) {
    StudyChoice wanted = asked.choice(plan.study());
    wanted.check(plan);
    StudyStart start = StudyStart.find(parent, plan, wanted, asked.fresh());
    StudyRuns now = start.runs();
    StudyChoice choice = wanted.within(now, plan.study());
    StudyWords.lines(plan, now, choice, files.keep).forEach(tell);
    start.folder().ifPresent(folder -> goesOn(folder, now).forEach(tell));
    requireDisk(now, choice);
    return () -> {
      Path folder = start.open(parent, plan.study(), Clock.systemUTC().instant());
      try (StudyLock lock = StudyLock.take(folder)) {
        // Runs that another lab made until it let go of the study count, too.
        StudyRuns begun =
            start.folder().isPresent() ? StudyStart.find(parent, plan, wanted, false).runs() : now;
        return execute(lock.folder(), choice, begun, "", StudyCampaign::run);
      }
    };
  }

  /** Makes one run again; what was chosen of the study, and what is left of it, stay. */
  private Supplier<StudyOutcome> again(StudyRequest.Repeat repeat) {
    Path folder = StudyStart.begun(parent, plan);
    PlannedRun named = StudyRuns.begun(folder).toMakeAgain(folder, repeat.label(), build);
    tell.accept(
        "makes again: %s (now: %s), because: %s"
            .formatted(named.label(), named.verdict().toUpperCase(Locale.ROOT), repeat.because()));
    return () -> {
      try (StudyLock lock = StudyLock.take(folder)) {
        // Another lab may have made it again until it let go of the study.
        StudyRuns begun = StudyRuns.begun(lock.folder());
        PlannedRun earlier = begun.toMakeAgain(folder, repeat.label(), build);
        return execute(
            folder,
            begun.choice(plan.study()),
            begun,
            " without --again and --because",
            runner -> runner.again(earlier, repeat.because()));
      }
    };
  }

  /**
   * @param left what the command that goes on leaves out
   */
  private StudyOutcome execute(
      Path folder,
      StudyChoice choice,
      StudyRuns begun,
      String left,
      Function<StudyCampaign, StudyCampaign.StopReason> work) {
    Execution execution = files.execution(folder);
    underWay = execution;
    if (stopped) {
      execution.interrupt();
    }
    StudyCampaign runner =
        new StudyCampaign(
            folder,
            plan,
            choice,
            begun,
            new RealStudy(folder, new RealRuns(execution, List.copyOf(files.listeners))),
            () -> TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()));
    StudyOutcome outcome = new StudyOutcome(folder, work.apply(runner), runner.runs());
    outcome.lines(left).forEach(tell);
    return outcome;
  }

  private List<String> goesOn(Path folder, StudyRuns begun) {
    List<String> lines = new ArrayList<>();
    List<PlannedRun> done = begun.runs().stream().filter(PlannedRun::done).toList();
    lines.add(
        begun.complete()
            ? "complete: " + folder + ", all " + done.size() + " runs are done; --fresh begins anew"
            : "goes on with %s: %s of %s done".formatted(folder, done.size(), begun.runs().size()));
    long others =
        done.stream()
            .map(run -> Build.recorded(folder.resolve(run.folder())))
            .filter(made -> !made.equals(build))
            .count();
    if (others > 0 && !begun.complete()) {
      lines.add(
          ("note: %s of them made with another build of Rebound: only runs of one build count"
                  + " together; go on with that build, or --fresh makes all with this one")
              .formatted(others));
    }
    return lines;
  }

  private static StudyPlan plan(Rebound files, Study study) {
    List<StudyPlan.PlannedExperiment> planned = new ArrayList<>();
    for (Study.StudyMember member : study.experiments()) {
      Rebound experiments = files.of(List.of(study.folder().resolve(member.file())));
      for (Experiment experiment : experiments.read()) {
        planned.add(
            new StudyPlan.PlannedExperiment(
                PlannedCell.of(member.scenario(), experiment),
                experiment,
                cost(experiments, experiment),
                experiment.control()
                    ? cost(experiments, Controls.of(experiment))
                    : StudyPlan.Cost.NONE));
      }
    }
    requireNames(planned);
    return new StudyPlan(study, files.scale, files.settings, planned);
  }

  private static StudyPlan.Cost cost(Rebound experiments, Experiment experiment) {
    RunPlan plan = experiments.plan(experiment);
    return new StudyPlan.Cost(plan.length(), plan.diskBytes(), plan.keptBytes());
  }

  private static void requireNames(List<StudyPlan.PlannedExperiment> planned) {
    List<String> names = planned.stream().map(p -> p.experiment().name()).sorted().toList();
    for (int i = 1; i < names.size(); i++) {
      if (names.get(i).equals(names.get(i - 1))) {
        throw ReboundException.badInput(
            "two experiments of the study have the name " + names.get(i),
            "Give each file of a study a name: of its own.");
      }
    }
  }

  private void requireDisk(StudyRuns begun, StudyChoice choice) {
    long needed = StudyWords.diskBytes(plan, begun, choice, files.keep);
    Path existing = files.runs.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    try {
      long free = Files.getFileStore(existing).getUsableSpace();
      if (free < needed) {
        tell.accept(
            ("warning: it needs %s of disk in all, and %s are free; a run that does not fit is not"
                    + " started")
                .formatted(Words.bytes(needed), Words.bytes(free)));
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot tell the free disk space of " + existing + ": " + e,
          "Choose another folder with --runs.",
          e);
    }
  }

  /** Runs with real engines. */
  private final class RealStudy implements StudyCampaign.Executor {
    private final Path folder;
    private final RealRuns runs;

    RealStudy(Path folder, RealRuns runs) {
      this.folder = folder;
      this.runs = runs;
    }

    @Override
    public RunEnd execute(PlannedRun run, Experiment experiment, Consumer<Path> started) {
      Execution.RunTurn turn = new Execution.RunTurn(run.repetition(), run.control());
      return RunEnd.of(runs.carryOut(experiment, turn, started).results());
    }

    @Override
    public Optional<RunEnd> ended(Path run) {
      if (!files.keep) {
        RunDirectory.discardData(run);
      }
      return ResultsFile.read(run).map(RunEnd::of);
    }

    @Override
    public void compare(Path run, Path control) {
      Optional<Results> results = ResultsFile.read(run);
      Optional<Results> without = ResultsFile.read(control);
      if (results.isPresent() && without.isPresent()) {
        RealRuns.write(Controls.against(results.get(), without.get()), run);
      }
    }

    @Override
    public SampleSizeEstimate pilot(double precision) {
      return StudyFolder.pilot(folder, precision);
    }

    @Override
    public void report() {
      try {
        ComparisonText.lines(StudyReport.ofStudy(folder)).forEach(tell);
        tell.accept("Study report: " + folder.resolve(HtmlReport.FILE));
      } catch (ReboundException e) {
        tell.accept("No study report yet: " + e.getMessage());
      }
    }

    @Override
    public boolean interrupted() {
      return runs.interrupted();
    }

    @Override
    public void tell(String line) {
      tell.accept(line);
    }
  }
}
