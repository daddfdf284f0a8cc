package dev.rebound.cli;

import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.runner.Execution;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code validate}: reads experiments and plans them, without running. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description = "Check experiment files: read them, plan them, run nothing.")
final class ValidateCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Experiment files, or folders of them.")
  List<Path> files = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Override a value of the file. May be repeated.")
  List<String> overrides = List.of();

  @Option(names = "--resolved", description = "Print each experiment with all defaults filled in.")
  boolean resolved;

  @Override
  public Integer call() {
    Execution execution = new Execution(Path.of("runs"), Home.path(), false, Version.number());
    for (Experiment experiment : Experiments.load(files, overrides, 1, execution)) {
      System.out.println(experiment.name() + ": ok");
      if (resolved) {
        System.out.println(experiment.resolvedYaml());
      }
    }
    return ExitCode.PASS;
  }
}
