package dev.rebound.cli;

import dev.rebound.campaign.study.StudySchema;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.ExperimentSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code schema}: the JSON schema of experiment or study files, so that editors check them. */
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    description = "Print the JSON schema of experiment files, or of study files.")
final class SchemaCommand implements Callable<Integer> {
  @Option(names = "--study", description = "The schema of study.yaml.")
  boolean study;

  @Override
  public Integer call() {
    System.out.print(study ? StudySchema.json() : ExperimentSchema.json(Engines.declared()));
    return ExitCode.PASS;
  }
}
