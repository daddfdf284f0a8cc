package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.analysis.compare.Pilot;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.ResultsFile;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.engine.Engines;
import dev.rebound.lab.artifact.Build;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Controls;
import dev.rebound.lab.runner.Execution;
import dev.rebound.lab.runner.RunDirectory;
import dev.rebound.lab.runner.RunPlan;
import dev.rebound.report.HtmlReport;
import dev.rebound.report.study.ComparisonText;
import dev.rebound.report.study.StudyReport;
import dev.rebound.study.PlannedCell;
import dev.rebound.study.PlannedRun;
import dev.rebound.study.StudyChoice;
import dev.rebound.study.StudyFile;
import dev.rebound.study.StudyLock;
import dev.rebound.study.StudyPlan;
import dev.rebound.study.StudyRunner;
import dev.rebound.study.StudyRuns;
import dev.rebound.study.StudyStart;
import dev.rebound.study.StudyWords;
import dev.rebound.study.archive.StudyFolder;
import java.io.IOException;
import java.io.PrintStream;
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

/**
 * {@code run} on a folder with a study file: plans, takes up or begins, executes and reports it.
 */
final class StudyRun {
  private final ExperimentOptions input;
  private final Path runs;
  private final boolean keep;
  private final StudyOptions options;
  private final PrintStyle printing;

  /**
   * Where and how it prints.
   *
   * @param plain no colour, also on a terminal
   * @param wholePlan print every line of a run's plan
   */
  record PrintStyle(PrintStream out, boolean plain, boolean wholePlan) {}

  StudyRun(
      ExperimentOptions input, Path runs, boolean keep, StudyOptions options, PrintStyle printing) {
    this.input = input;
    this.runs = runs;
    this.keep = keep;
    this.options = options;
    this.printing = printing;
  }

  /** The folder of the study that a command line names, if it names one. */
  static Optional<Path> study(List<Path> named) {
    Optional<Path> study =
        named.stream()
            .map(path -> path.endsWith(Study.FILE) ? path.toAbsolutePath().getParent() : path)
            .filter(path -> path != null && StudyFile.in(path).isPresent())
            .findFirst();
    if (study.isPresent() && named.size() > 1) {
      throw ReboundException.badInput(
          study.get() + " is a study, and is run alone",
          "Name the study's folder and nothing else.");
    }
    return study;
  }

  int run(Path studyFolder, boolean dryRun) {
    PrintStream out = printing.out();
    StudyPlan plan = plan(StudyFile.load(studyFolder.resolve(Study.FILE), Engines.declared()));
    Path parent = runs.resolve(plan.study().name());
    Optional<StudyOptions.Repeat> repeat = options.repeat();
    if (repeat.isPresent()) {
      return again(repeat.get(), plan, parent, dryRun);
    }
    StudyChoice asked = options.choice(plan.study());
    asked.check(plan);
    StudyStart start = StudyStart.find(parent, plan, asked, options.fresh);
    StudyChoice choice = asked.within(start.runs(), plan.study());
    StudyRuns planned = start.runs();
    StudyWords.lines(plan, planned, choice, keep).forEach(out::println);
    start.folder().ifPresent(folder -> goesOn(folder, planned).forEach(out::println));
    requireDisk(plan, planned, choice);
    if (dryRun) {
      return ExitCode.PASS;
    }
    Path folder = start.open(parent, plan.study(), Clock.systemUTC().instant());
    try (StudyLock lock = StudyLock.take(folder)) {
      // Runs that another lab made until it let go of the study count, too.
      StudyRuns begun =
          start.folder().isPresent() ? StudyStart.find(parent, plan, asked, false).runs() : planned;
      return execute(lock.folder(), plan, choice, begun, StudyRunner::run);
    }
  }

  /** Makes one run again; what was chosen of the study, and what is left of it, stay. */
  private int again(StudyOptions.Repeat repeat, StudyPlan plan, Path parent, boolean dryRun) {
    Path folder = StudyStart.begun(parent, plan);
    String build = Build.of(Home.path());
    PlannedRun named = begun(folder).toMakeAgain(folder, repeat.label(), build);
    printing
        .out()
        .println(
            "makes again: "
                + named.label()
                + " (now: "
                + named.verdict().toUpperCase(Locale.ROOT)
                + "), because: "
                + repeat.because());
    if (dryRun) {
      return ExitCode.PASS;
    }
    try (StudyLock lock = StudyLock.take(folder)) {
      // Another lab may have made it again until it let go of the study.
      StudyRuns begun = begun(lock.folder());
      PlannedRun earlier = begun.toMakeAgain(folder, repeat.label(), build);
      return execute(
          folder,
          plan,
          begun.choice(plan.study()),
          begun,
          runner -> runner.again(earlier, repeat.because()));
    }
  }

  private static StudyRuns begun(Path folder) {
    return StudyRuns.read(folder).orElseThrow();
  }

  private int execute(
      Path folder,
      StudyPlan plan,
      StudyChoice choice,
      StudyRuns begun,
      Function<StudyRunner, StudyRunner.StopReason> work) {
    Execution execution =
        new Execution(folder, Home.path(), Home.platforms(), keep, Version.number());
    Interrupts.handle(
        () -> {
          System.err.println();
          System.err.println(
              "Ending this run in order; "
                  + (options.again == null
                      ? "the study goes on from here later."
                      : "the earlier run counts on.")
                  + " Ctrl-C again ends at once.");
          execution.interrupt();
        });
    StudyRunner runner =
        new StudyRunner(
            folder,
            plan,
            choice,
            begun,
            new RealRuns(folder, execution),
            () -> TimeUnit.NANOSECONDS.toSeconds(System.nanoTime()));
    StudyRunner.StopReason stop = work.apply(runner);
    String left = options.again == null ? "" : " without --again and --because";
    PrintStream out = printing.out();
    out.println(
        count(runner.runs(), PlannedRun.RunState.DONE)
            + " of "
            + runner.runs().runs().size()
            + " runs are done: "
            + folder
            + (runner.runs().complete() ? "" : " (the same command" + left + " goes on)"));
    long alone = withoutControl(folder, runner.runs());
    if (alone > 0) {
      out.println(alone + " of them have no control to be held against, and so do not pass yet.");
    }
    return exitCode(folder, runner.runs(), stop);
  }

  /**
   * The exit status: of a study that was stopped 130; else of the worst of its runs, by what their
   * results say now: a check may have come to another verdict since.
   */
  static int exitCode(Path folder, StudyRuns runs, StudyRunner.StopReason stop) {
    int code =
        switch (stop) {
          case DONE -> ExitCode.PASS;
          case INTERRUPTED, BUDGET -> ExitCode.INTERRUPTED;
          case FAILING -> ExitCode.INTERNAL;
        };
    for (PlannedRun run : runs.runs()) {
      code =
          switch (run.state()) {
            case DONE -> ExitCode.worse(code, ExitCode.of(verdict(folder, run)));
            case FAILED -> ExitCode.worse(code, ExitCode.INTERNAL);
            case PENDING, INTERRUPTED -> code;
          };
    }
    return code;
  }

  private static Verdict verdict(Path folder, PlannedRun run) {
    return ResultsFile.read(folder.resolve(run.folder()))
        .map(Results::verdictWithControl)
        .orElseGet(() -> Verdict.of(run.verdict()));
  }

  /** How many of the runs that passed by themselves lack their control. */
  private static long withoutControl(Path folder, StudyRuns runs) {
    return runs.runs().stream()
        .filter(run -> run.state() == PlannedRun.RunState.DONE)
        .flatMap(run -> ResultsFile.read(folder.resolve(run.folder())).stream())
        .filter(results -> results.verdict() == Verdict.PASS && results.difference().isEmpty())
        .filter(results -> results.verdictWithControl() != Verdict.PASS)
        .count();
  }

  private static List<String> goesOn(Path folder, StudyRuns begun) {
    List<String> lines = new ArrayList<>();
    List<PlannedRun> done =
        begun.runs().stream().filter(run -> run.state() == PlannedRun.RunState.DONE).toList();
    lines.add(
        begun.complete()
            ? "complete: " + folder + ", all " + done.size() + " runs are done; --fresh begins anew"
            : "goes on with "
                + folder
                + ": "
                + done.size()
                + " of "
                + begun.runs().size()
                + " done");
    String build = Build.of(Home.path());
    long others =
        done.stream()
            .map(run -> Build.recorded(folder.resolve(run.folder())))
            .filter(made -> !made.equals(build))
            .count();
    if (others > 0 && !begun.complete()) {
      lines.add(
          "note: "
              + others
              + " of them made with another build of Rebound: only runs of one build count together;"
              + " go on with that build, or --fresh makes all with this one");
    }
    return lines;
  }

  private static long count(StudyRuns runs, PlannedRun.RunState state) {
    return runs.runs().stream().filter(run -> run.state() == state).count();
  }

  private StudyPlan plan(Study study) {
    List<StudyPlan.PlannedExperiment> planned = new ArrayList<>();
    for (Study.StudyMember member : study.experiments()) {
      Rebound experiments = input.experiments(List.of(study.folder().resolve(member.file())));
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
    return new StudyPlan(study, input.scale, input.overrides, planned);
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

  private void requireDisk(StudyPlan plan, StudyRuns begun, StudyChoice choice) {
    long needed = StudyWords.diskBytes(plan, begun, choice, keep);
    Path existing = runs.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    try {
      long free = Files.getFileStore(existing).getUsableSpace();
      if (free < needed) {
        printing
            .out()
            .println(
                "warning: it needs "
                    + Words.bytes(needed)
                    + " of disk in all, and "
                    + Words.bytes(free)
                    + " are free; a run that does not fit is not started");
      }
    } catch (IOException e) {
      throw ReboundException.environment(
          "cannot tell the free disk space of " + existing + ": " + e,
          "Choose another folder with --runs.",
          e);
    }
  }

  /** Runs with real engines. */
  private final class RealRuns implements StudyRunner.Executor {
    private static final String BROKEN = "run-broken";

    private final Path folder;
    private final Execution execution;
    private final ReportedRuns reported;

    RealRuns(Path folder, Execution execution) {
      this.folder = folder;
      this.execution = execution;
      this.reported = new ReportedRuns(execution, printing);
    }

    @Override
    public StudyRunner.RunEnd execute(
        PlannedRun run, Experiment experiment, Consumer<Path> started) {
      return ended(
          reported.single(
              experiment, new Execution.RunTurn(run.repetition(), run.control()), started));
    }

    @Override
    public Optional<StudyRunner.RunEnd> ended(Path run) {
      if (!keep) {
        RunDirectory.discardData(run);
      }
      return ResultsFile.read(run).map(this::ended);
    }

    private StudyRunner.RunEnd ended(Results results) {
      String broken =
          results.warnings().stream()
              .filter(warning -> warning.code().equals(BROKEN))
              .map(Results.RigDoubt::message)
              .findFirst()
              .orElse("");
      return new StudyRunner.RunEnd(
          results.verdict(), results.interrupted(), broken, results.unmeasured());
    }

    @Override
    public void compare(Path run, Path control) {
      Optional<Results> results = ResultsFile.read(run);
      Optional<Results> without = ResultsFile.read(control);
      if (results.isPresent() && without.isPresent()) {
        ResultsFile.write(Controls.against(results.get(), without.get()), run);
        HtmlReport.write(run);
      }
    }

    @Override
    public Pilot pilot(double precision) {
      return StudyFolder.pilot(folder, precision);
    }

    @Override
    public void report() {
      try {
        ComparisonText.lines(StudyReport.ofStudy(folder)).forEach(printing.out()::println);
        printing.out().println("Study report: " + folder.resolve(HtmlReport.FILE));
      } catch (ReboundException e) {
        printing.out().println("No study report yet: " + e.getMessage());
      }
    }

    @Override
    public boolean interrupted() {
      return execution.interrupted();
    }

    @Override
    public void tell(String line) {
      printing.out().println(line);
    }
  }
}
