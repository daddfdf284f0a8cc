package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.lab.experiment.Experiment;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code validate}: reads experiments and plans them, without running. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description = "Check experiment files: read them, plan them, run nothing.")
final class ValidateCommand implements Callable<Integer> {
  @Mixin ExperimentOptions input = new ExperimentOptions();

  @Option(names = "--resolved", description = "Print each experiment with all defaults filled in.")
  boolean resolved;

  @Override
  public Integer call() {
    Rebound experiments = input.experiments();
    List<Experiment> read;
    try (Planning planning = new Planning()) {
      read = experiments.listen(planning).read();
    }
    for (Experiment experiment : read) {
      // With --resolved, what is printed is YAML: one document per experiment.
      System.out.println((resolved ? "--- # " : "") + experiment.name() + ": ok");
      experiments
          .plan(experiment)
          .warnings()
          .forEach(warning -> System.out.println((resolved ? "#" : "") + "  warning: " + warning));
      if (resolved) {
        System.out.println(experiment.resolvedYaml());
      }
    }
    return ExitCode.PASS;
  }
}
