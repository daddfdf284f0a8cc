package dev.rebound.cli;

import dev.rebound.analysis.accuracy.Accuracy;
import dev.rebound.analysis.accuracy.AccuracyCsv;
import dev.rebound.analysis.accuracy.AccuracyPicture;
import dev.rebound.analysis.accuracy.Scenario;
import dev.rebound.analysis.accuracy.ScoredLength;
import dev.rebound.analysis.accuracy.SimulatedRun;
import dev.rebound.analysis.accuracy.SimulatedRuns;
import dev.rebound.base.Folders;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench accuracy}: holds what Rebound prints against made-up runs whose truth is known. */
@Command(
    name = "accuracy",
    mixinStandardHelpOptions = true,
    description = {
      "Measure Rebound's own accuracy.",
      "It makes up random runs whose outages and recoveries are known, and holds the printed"
          + " intervals against them. Exit status 1 if a target is missed."
    })
final class BenchAccuracyCommand implements Callable<Integer> {
  private static final long TOLD_EVERY_NANOS = 10_000_000_000L;
  private static final long FIRST_TOLD_NANOS = 3_000_000_000L;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Runs over all scenarios (default: ${DEFAULT-VALUE}). A single one is told in full.")
  int runs = 10_000;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of each scenario's first run (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      description = "Runs of this scenario only. May be repeated.")
  List<String> names = List.of();

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Write every printed length beside its truth into this file.")
  @Nullable Path csv;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Draw printed against true lengths into this file.")
  @Nullable Path svg;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      description = "Write the table, as Markdown, into this file.")
  @Nullable Path markdown;

  private final Accuracy accuracy = new Accuracy();
  private final List<ScoredLength> lengths = new ArrayList<>();
  private final List<ScoredLength> byOffsets = new ArrayList<>();
  private final long begun = System.nanoTime();
  private long told = begun - TOLD_EVERY_NANOS + FIRST_TOLD_NANOS;
  private int done;

  @Override
  public Integer call() {
    if (runs < 1) {
      throw ReboundException.badInput(
          "--runs must be 1 or more", "For example: rebound bench accuracy --runs 1000");
    }
    List<Scenario> scenarios = scenarios();
    Thread worker = Thread.currentThread();
    Interrupts.handle(
        () -> {
          say("Ending; Ctrl-C again ends at once.");
          worker.interrupt();
        });
    try {
      Path folder = Files.createTempDirectory("rebound-accuracy");
      try {
        return runs == 1 ? tell(scenarios.get(0), folder) : measure(scenarios, folder);
      } finally {
        Thread.interrupted(); // deleting is not to be disturbed by what ended the measurement
        Folders.delete(folder);
      }
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    } catch (IOException e) {
      throw ReboundException.environment(
          "the measurement failed: " + e,
          "Free disk space in " + System.getProperty("java.io.tmpdir") + " and run it again.",
          e);
    }
  }

  private List<Scenario> scenarios() {
    if (names.isEmpty()) {
      return List.of(Scenario.values());
    }
    return names.stream().map(BenchAccuracyCommand::scenario).toList();
  }

  private static Scenario scenario(String name) {
    return Arrays.stream(Scenario.values())
        .filter(s -> s.word().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                ReboundException.badInput(
                    "--scenario " + name + " is unknown",
                    "Give one of "
                        + String.join(
                            ", ", Arrays.stream(Scenario.values()).map(Scenario::word).toList())
                        + "."));
  }

  private int tell(Scenario scenario, Path folder) throws IOException {
    SimulatedRun run = SimulatedRun.measure(scenario, seed, folder);
    say(scenario.word() + ", seed " + seed);
    run.lines().forEach(BenchAccuracyCommand::say);
    return Stream.concat(run.lengths().stream(), run.byOffsets().stream())
            .allMatch(s -> !s.known() || s.holds())
        ? ExitCode.PASS
        : ExitCode.FAIL;
  }

  private int measure(List<Scenario> scenarios, Path folder)
      throws IOException, InterruptedException {
    new SimulatedRuns(scenarios, runs, seed, this::take).measure(folder);
    accuracy.table().forEach(BenchAccuracyCommand::say);
    lengths.sort(
        Comparator.comparing(ScoredLength::scenario)
            .thenComparing(ScoredLength::seed)
            .thenComparing(ScoredLength::fault)
            .thenComparing(ScoredLength::quantity));
    if (csv != null) {
      List<String> lines = new ArrayList<>(List.of(AccuracyCsv.HEADER));
      lengths.forEach(scored -> lines.add(AccuracyCsv.of(scored)));
      byOffsets.forEach(scored -> lines.add(AccuracyCsv.of(scored)));
      Files.write(csv, lines);
    }
    if (svg != null) {
      Files.writeString(svg, AccuracyPicture.of(lengths));
    }
    if (markdown != null) {
      Files.write(markdown, accuracy.markdown());
    }
    List<String> missed = accuracy.missed();
    say("");
    say(missed.isEmpty() ? "every target is reached" : "targets missed:");
    missed.forEach(target -> say("  " + target));
    return missed.isEmpty() ? ExitCode.PASS : ExitCode.FAIL;
  }

  private void take(Accuracy.Score score) {
    accuracy.add(score);
    if (csv != null || svg != null) {
      lengths.addAll(score.lengths());
      byOffsets.addAll(score.byOffsets());
    }
    done++;
    long now = System.nanoTime();
    if (now - told > TOLD_EVERY_NANOS) {
      told = now;
      double left = (now - begun) / 1e9 / done * (runs - done);
      System.err.printf(Locale.ROOT, "%d of %d runs, %.0f s left%n", done, runs, left);
    }
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
