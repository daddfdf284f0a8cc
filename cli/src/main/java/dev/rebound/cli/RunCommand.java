package dev.rebound.cli;

import dev.rebound.Outcome;
import dev.rebound.Rebound;
import dev.rebound.Running;
import dev.rebound.analysis.compare.Variants;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.report.TerminalOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
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
    Rebound rebound = input.experiments().runs(runs).keep(keep);
    if (dryRun) {
      rebound.read().forEach(experiment -> tell(out, rebound, experiment));
      return ExitCode.PASS;
    }
    Running running = rebound.listen(new RunTerminal(out, plain)).start();
    Interrupts.handle(
        () -> {
          System.err.println();
          System.err.println(
              "Ending in order and keeping what was measured; Ctrl-C again ends at once.");
          running.stop();
        });
    Outcome outcome = running.await();
    outcome.index().ifPresent(index -> out.println("All runs: " + index));
    return ExitCode.of(outcome);
  }

  private static void tell(PrintStream out, Rebound rebound, Experiment experiment) {
    rebound.plan(experiment).lines().forEach(out::println);
    Experiment.Counterpart counterpart = experiment.counterpart();
    if (counterpart != null) {
      out.println("control: the same with " + Variants.words(counterpart.set()));
    }
    out.println();
  }
}
