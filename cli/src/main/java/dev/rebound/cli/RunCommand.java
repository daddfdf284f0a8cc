package dev.rebound.cli;

import dev.rebound.Outcome;
import dev.rebound.Rebound;
import dev.rebound.Running;
import dev.rebound.StudyRun;
import dev.rebound.analysis.compare.run.Variants;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.campaign.study.StudyFile;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.platform.Platforms;
import dev.rebound.lab.runner.RunPlan;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: executes experiments and says what became of them. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Run experiments: start, break, measure, audit, judge.",
      "A folder with study.yaml is run as that study: it goes on where it stopped, and ends in a"
          + " report of all its runs.",
      "The exit status is that of the worst verdict; of a study too, which is 130 as long as runs are"
          + " left, and 70 if a run could not be carried out."
    })
final class RunCommand implements Callable<Integer> {
  @Mixin ExperimentOptions input = new ExperimentOptions();

  @ArgGroup(exclusive = false, heading = "%nFor a study, a folder with study.yaml:%n")
  StudyOptions studyOptions = new StudyOptions();

  @Option(names = "--runs", paramLabel = "DIR", description = "Folder for results (default: runs).")
  Path runs = Folders.ofRuns();

  @Option(names = "--keep", description = "Keep topics, state and node folders after the check.")
  boolean keep;

  @Option(
      names = "--dry-run",
      description =
          "Print the plan of each run, or of the study, say whether this machine can hold it, and"
              + " stop. No port is looked at.")
  boolean dryRun;

  @Option(
      names = "--fail-if-busy",
      description =
          "Start no run while other programs take a good part of this machine: exit status 70."
              + " Without it they are told.")
  boolean failIfBusy;

  @Option(
      names = "--until-certain",
      description =
          "End a run once its verdict can change no more, such as after a loss. It counts for its"
              + " verdict alone. Not for studies.")
  boolean untilCertain;

  @Option(names = "--plan", description = "Print the whole plan: every setting, note and bound.")
  boolean wholePlan;

  @Option(
      names = "--debug",
      paramLabel = "ROLE",
      description =
          "Open the Java processes of a role (worker, generator, observer, broker …) to a debugger"
              + " on 127.0.0.1, and print the address of each. Figures of such a run say little.")
  @Nullable String debug;

  @ArgGroup(exclusive = false, heading = "%nTo follow runs in the browser:%n")
  LiveOptions live = new LiveOptions();

  @Mixin OutputOptions output = new OutputOptions();

  @Override
  public Integer call() {
    Optional<Path> study = StudyFile.named(input.files);
    if (study.isPresent()) {
      output.refuseForStudy();
      live.refuseForStudy();
      if (debug != null) {
        throw ReboundException.badInput(
            "--debug is for experiments, not for studies", "Run one of its files.");
      }
      if (untilCertain) {
        throw ReboundException.badInput(
            "--until-certain is for experiments, not for studies, which compare whole runs",
            "Leave it out, or run one of its files.");
      }
      return study(study.get());
    }
    studyOptions.refuse();
    if (dryRun) {
      return dryRun();
    }
    output.require();
    Outcome outcome;
    try {
      outcome = carryOut();
    } catch (ReboundException e) {
      output.write(e);
      throw e;
    }
    output.write(OutputOptions.ran(outcome));
    return ExitCode.of(outcome);
  }

  private int study(Path folder) {
    PrintStream out = OutputOptions.out();
    try (Planning planning = new Planning()) {
      StudyRun study =
          rebound()
              .listen(new RunTerminal(out, output.plain, wholePlan))
              .listen(planning)
              .study(
                  folder,
                  studyOptions.request(),
                  line -> planning.println(out, Folders.shown(line)));
      if (dryRun) {
        return ExitCode.PASS;
      }
      Interrupts.handle(
          "Ending this run in order; "
              + (studyOptions.again == null
                  ? "the study goes on from here later."
                  : "the earlier run counts on.")
              + " Ctrl-C again ends at once.",
          study::stop);
      return ExitCode.of(study.run());
    }
  }

  private Rebound rebound() {
    return input
        .experiments()
        .runs(runs)
        .keep(keep)
        .failIfBusy(failIfBusy)
        .untilCertain(untilCertain);
  }

  private Outcome carryOut() {
    Rebound rebound = rebound();
    if (debug != null) {
      rebound.platforms(Home.platforms().debugging(debug, System.err::println));
    }
    PrintStream told = output.quiet ? System.err : output.told();
    try (LiveRuns shown = live.start(runs, told)) {
      return carryOut(shown == null ? rebound : rebound.listen(shown));
    }
  }

  private Outcome carryOut(Rebound rebound) {
    Running running;
    try (Planning planning = new Planning()) {
      running = rebound.listen(planning).listen(output.person(wholePlan)).start();
    }
    Interrupts.stop(running);
    Outcome outcome = running.await();
    if (!output.quiet) {
      outcome
          .index()
          .ifPresent(index -> output.told().println("All runs: " + Folders.shown(index)));
    }
    return outcome;
  }

  private int dryRun() {
    if (output.any()) {
      throw ReboundException.badInput(
          "--dry-run runs nothing: there is nothing for --json, --junit or --markdown",
          "Leave --dry-run out, or leave them out.");
    }
    PrintStream out = OutputOptions.out();
    int code = ExitCode.PASS;
    Rebound rebound = input.experiments().runs(runs);
    List<Experiment> experiments;
    try (Planning planning = new Planning()) {
      experiments = rebound.listen(planning).read();
    }
    for (Experiment experiment : experiments) {
      code = ExitCode.worse(code, tell(out, rebound.plan(experiment), experiment));
    }
    if (!wholePlan) {
      out.println("--plan prints every setting, note and bound.");
    }
    return code;
  }

  /** The plan of a run, and whether this machine can hold it, as the run itself would say. */
  private int tell(PrintStream out, RunPlan plan, Experiment experiment) {
    (wholePlan ? plan.lines() : plan.brief()).forEach(out::println);
    if (!wholePlan) {
      plan.warnings().forEach(warning -> out.println("warning: " + warning));
    }
    Experiment.Counterpart counterpart = experiment.counterpart();
    if (counterpart != null) {
      out.println("control: the same with " + Variants.words(counterpart.set()));
    }
    Optional<ReboundException> shortage = plan.shortage(Platforms.here(runs));
    if (shortage.isPresent()) {
      out.println("This machine cannot hold it: " + shortage.get().getMessage() + ".");
      out.println("  → " + shortage.get().remedy());
    }
    out.println();
    return shortage.map(ExitCode::of).orElse(ExitCode.PASS);
  }
}
