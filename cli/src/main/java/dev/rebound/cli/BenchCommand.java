package dev.rebound.cli;

import dev.rebound.Rebound;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.bench.Bench;
import dev.rebound.lab.bench.JobBench;
import dev.rebound.lab.bench.JobRounds;
import dev.rebound.lab.bench.PairedRatio;
import dev.rebound.lab.catalogue.Engines;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.report.terminal.LongWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code bench}: measures Rebound's own programs against Kafka's, in alternating pairs on the same
 * broker, and engines' jobs on a backlog.
 */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    subcommands = BenchAccuracyCommand.class,
    description = {
      "Measure Rebound's own programs, or a job, flat out.",
      "The load generator or the observer against Kafka's own tools, in alternating pairs; an"
          + " experiment's job on a backlog; or Rebound's own accuracy."
    })
final class BenchCommand implements Callable<Integer> {
  /** The things that can be measured. */
  enum BenchSubject {
    load,
    observer,
    job
  }

  // Not required, as `bench accuracy` is a command of its own and has none.
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SUBJECT",
      description = "${COMPLETION-CANDIDATES}")
  @Nullable BenchSubject subject;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "FILE",
      description = "Experiment files whose jobs are measured (for job).")
  List<Path> files = List.of();

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Override a value of the file. May be repeated.")
  List<String> overrides = List.of();

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

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Rounds, each with every job once, in random order (for job; default: ${DEFAULT-VALUE}).")
  int rounds = 1;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write each measurement there, too (for job).")
  @Nullable Path csv;

  private final AtomicBoolean interrupted = new AtomicBoolean();
  private @Nullable LongWait wait;

  @Override
  public Integer call() {
    BenchSubject measured = subject;
    if (measured == null) {
      throw ReboundException.badInput(
          "bench needs to know what to measure",
          "Give load, observer, job or accuracy, for example: rebound bench load");
    }
    if (records < 1 || pairs < 1 || rounds < 1) {
      throw ReboundException.badInput(
          "--records, --pairs and --rounds must be 1 or more",
          "For example: rebound bench load --pairs 5 --records 1000000");
    }
    Thread worker = Thread.currentThread();
    Interrupts.handle(
        () -> {
          say("Ending the processes; Ctrl-C again ends at once.");
          interrupted.set(true);
          worker.interrupt();
        });
    try (LongWait waits = LongWait.of("measuring")) {
      wait = waits;
      return measure(measured);
    } catch (ReboundException e) {
      if (interrupted.get()) {
        return ExitCode.INTERRUPTED;
      }
      throw e;
    }
  }

  private int measure(BenchSubject subject) {
    if (subject == BenchSubject.job) {
      return jobs();
    }
    if (!files.isEmpty()) {
      throw ReboundException.badInput(
          "bench " + subject + " takes no file", "Only `rebound bench job FILE` does.");
    }
    try {
      Path folder = Files.createTempDirectory("rebound-bench");
      try (Bench bench = new Bench(folder, Home.platforms(), this::say)) {
        PairedRatio comparison =
            switch (subject) {
              case load -> bench.load(pairs, records);
              case observer -> bench.observer(pairs, records);
              case job -> throw new IllegalStateException("jobs are measured elsewhere");
            };
        say(comparison.summary());
        return comparison.reached() ? ExitCode.PASS : ExitCode.FAIL;
      } finally {
        Folders.delete(folder);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private int jobs() {
    if (files.isEmpty()) {
      throw ReboundException.badInput(
          "bench job needs an experiment file, whose job it measures",
          "For example: rebound bench job experiments/demo.yaml");
    }
    Map<String, Experiment> jobs = new LinkedHashMap<>();
    for (Experiment experiment :
        Rebound.experiments(files).set(overrides).home(Home.path()).read()) {
      String name = experiment.name();
      for (int number = 2; jobs.containsKey(name); number++) {
        name = experiment.name() + "-" + number;
      }
      jobs.put(name, experiment);
    }
    JobRounds measured = new JobRounds(List.copyOf(jobs.keySet()));
    int failed = 0;
    for (int round = 1; round <= rounds; round++) {
      List<String> order = new ArrayList<>(jobs.keySet());
      if (rounds > 1) {
        say("round " + round + " of " + rounds);
        Collections.shuffle(order);
      }
      for (String name : order) {
        if (interrupted.get()) {
          return ExitCode.INTERRUPTED;
        }
        try {
          JobBench.JobSpeed speed = job(name, Objects.requireNonNull(jobs.get(name)));
          JobBench.lines(name, speed).forEach(this::say);
          measured.add(name, round, speed);
          write(measured);
        } catch (ReboundException e) {
          // An interrupt ends all of it, and so does what would fail each time.
          if (rounds == 1
              || e.reason() != ReboundException.Cause.ENVIRONMENT
              || interrupted.get()) {
            throw e;
          }
          failed++;
          say(name + ": " + e.getMessage() + "; " + e.remedy());
        }
      }
    }
    if (rounds > 1) {
      measured.table().forEach(this::say);
    }
    return failed == 0 ? ExitCode.PASS : ExitCode.FAIL;
  }

  private JobBench.JobSpeed job(String name, Experiment experiment) {
    try {
      Path folder = Files.createTempDirectory("rebound-bench");
      say(name);
      try {
        return new JobBench(folder, Home.platforms(), line -> say("  " + line))
            .measure(experiment, Engines.named(experiment.engine().name()), records);
      } finally {
        Thread.interrupted(); // deleting is not to be disturbed by what ended the measurement
        keepLogs(folder);
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private void write(JobRounds measured) {
    if (csv != null) {
      try {
        Files.write(csv, measured.csv());
      } catch (IOException e) {
        throw failed(e);
      }
    }
  }

  /** Deletes all but the logs, which tell why something failed; they are small. */
  private void keepLogs(Path folder) throws IOException {
    Path logs = folder.resolve("logs");
    try (Stream<Path> inside = Files.list(folder)) {
      for (Path entry : inside.filter(path -> !path.equals(logs)).toList()) {
        Folders.delete(entry);
      }
    }
    say("  logs: " + logs);
  }

  private static ReboundException failed(IOException e) {
    return ReboundException.environment(
        "the benchmark failed: " + e, "Free disk space and run it again.", e);
  }

  private void say(String line) {
    LongWait between = wait;
    if (between == null) {
      System.out.println(line);
    } else {
      between.println(System.out, line);
    }
  }
}
