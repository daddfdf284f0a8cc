package dev.rebound.cli;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of every command that reads experiment files: the files, overrides, and a scale. */
class FileOptions {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Experiment files, or folders of them, a study's included.")
  List<Path> files = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Override a value of the file, for example --set load.rate=5000/s. May be repeated.")
  List<String> overrides = List.of();

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      description = "Multiply the rate (and only that) by this factor.")
  double scale = 1;
}
