package dev.rebound.cli;

import dev.rebound.lab.LabException;
import dev.rebound.lab.bench.Bench;
import dev.rebound.lab.bench.Comparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code bench}: measures Rebound's own programs against Kafka's, in alternating pairs on the same
 * broker.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Measure the load generator or the observer against Kafka's own tools, flat out, in alternating pairs.")
final class BenchCommand implements Callable<Integer> {
  /** What can be measured. */
  enum Subject {
    load,
    observer
  }

  @Parameters(paramLabel = "SUBJECT", description = "${COMPLETION-CANDIDATES}")
  Subject subject = Subject.load;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "Alternating pairs (default: ${DEFAULT-VALUE}).")
  int pairs = 5;

  @Option(
      names = "--records",
      paramLabel = "N",
      description = "Records per run (default: ${DEFAULT-VALUE}).")
  long records = 2_000_000;

  @Override
  public Integer call() {
    try {
      Path folder = Files.createTempDirectory("rebound-bench");
      try (Bench bench = new Bench(folder, Home.path(), BenchCommand::say)) {
        Comparison comparison =
            switch (subject) {
              case load -> bench.load(pairs, records);
              case observer -> bench.observer(pairs, records);
            };
        say(comparison.summary());
        return comparison.reached() ? ExitCode.PASS : ExitCode.FAIL;
      } finally {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.deleteIfExists(file);
          }
        }
      }
    } catch (IOException e) {
      throw new LabException(
          LabException.Cause.ENVIRONMENT,
          "the benchmark failed: " + e,
          "Free disk space and run it again.",
          e);
    }
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
