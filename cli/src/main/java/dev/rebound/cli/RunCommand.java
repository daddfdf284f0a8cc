package dev.rebound.cli;

import dev.rebound.analysis.ReboundException;
import dev.rebound.analysis.compare.Variants;
import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Execution;
import dev.rebound.report.HtmlIndex;
import dev.rebound.report.TerminalOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: executes experiments and says what became of them. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Run experiments: start everything, break it, measure, audit, and judge.",
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
  Path runs = Path.of("runs");

  @Option(names = "--keep", description = "Keep topics, state and node folders after the check.")
  boolean keep;

  @Option(
      names = "--dry-run",
      description = "Print the plan of each run, or of the study, and stop.")
  boolean dryRun;

  @Option(names = "--no-color", description = "Plain text, also on a terminal.")
  boolean plain;

  @Override
  public Integer call() {
    PrintStream out =
        new PrintStream(
            new FileOutputStream(FileDescriptor.out), true, TerminalOptions.outputCharset());
    Optional<Path> study = StudyRun.study(input.files);
    if (study.isPresent()) {
      return new StudyRun(input, runs, keep, studyOptions, new StudyRun.Printing(out, plain))
          .run(study.get(), dryRun);
    }
    studyOptions.refuse();
    Execution execution = new Execution(runs, Home.path(), keep, Version.number());
    List<Experiment> experiments = input.load(execution);
    if (dryRun) {
      for (Experiment experiment : experiments) {
        execution
            .dryRun(experiment, Engines.named(experiment.engine().name()))
            .forEach(out::println);
        Experiment.Counterpart counterpart = experiment.counterpart();
        if (counterpart != null) {
          out.println("control: the same with " + Variants.words(counterpart.set()));
        }
        out.println();
      }
      return ExitCode.PASS;
    }
    Interrupts.handle(
        () -> {
          System.err.println();
          System.err.println(
              "Ending in order and keeping what was measured; Ctrl-C again ends at once.");
          execution.interrupt();
        });
    ReportedRuns done = new ReportedRuns(execution, out, plain);
    boolean several = experiments.stream().mapToInt(Experiment::repetitions).sum() > 1;
    int code = ExitCode.PASS;
    for (Experiment experiment : experiments) {
      for (int repetition = 1;
          repetition <= experiment.repetitions() && !execution.interrupted();
          repetition++) {
        code = ExitCode.worse(code, one(done, experiment, repetition, several));
      }
    }
    if (done.folders().size() > 1) {
      Path index = runs.resolve("index.html");
      HtmlIndex.write(index, done.folders());
      out.println("All runs: " + index);
    }
    return execution.interrupted() ? ExitCode.INTERRUPTED : code;
  }

  /** One of several runs that cannot be carried out does not keep the others from it. */
  private static int one(
      ReportedRuns done, Experiment experiment, int repetition, boolean several) {
    try {
      return ExitCode.of(done.run(experiment, repetition).results().verdict());
    } catch (ReboundException e) {
      if (!several) {
        throw e;
      }
      System.err.println("rebound: " + experiment.name() + ": " + e.getMessage());
      if (!e.remedy().isEmpty()) {
        System.err.println("  → " + e.remedy());
      }
      return ExitCode.of(e);
    }
  }
}
