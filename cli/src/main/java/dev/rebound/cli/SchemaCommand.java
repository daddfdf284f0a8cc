package dev.rebound.cli;

import dev.rebound.engine.Engines;
import dev.rebound.lab.experiment.ExperimentSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code schema}: the JSON schema of experiment files, so that editors complete and check them. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = "Print the JSON schema of experiment files.")
final class SchemaCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    System.out.println(ExperimentSchema.json(Engines.all().keySet()));
    return ExitCode.PASS;
  }
}
