package dev.rebound.analysis.compare.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rebound.analysis.compare.baseline.Regression.ComparedCell;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.ComparedRunBuilder;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Simulated runs for a baseline and for what is held against it: of two faults each, whose
 * recoveries spread by a tenth from run to run.
 */
public record RegressionRuns(
    String name,
    double speed,
    String machine,
    Map<String, String> settings,
    String shortened,
    Map<String, String> phases) {
  public static final double SPEED = 400 << 20;
  public static final String MACHINE = "A processor, 2 cores, 8 GiB, Linux, Java 17";

  public RegressionRuns() {
    this(
        "kill",
        SPEED,
        MACHINE,
        Map.of("load.rate", "1000/s", "engine.version", "1.0"),
        "",
        Map.of());
  }

  public RegressionRuns with(double other) {
    return new RegressionRuns(name, other, machine, settings, shortened, phases);
  }

  public RegressionRuns on(String other) {
    return new RegressionRuns(name, speed, other, settings, shortened, phases);
  }

  public RegressionRuns shorter(String what, String warmup) {
    return new RegressionRuns(name, speed, machine, settings, what, Map.of("warmup", warmup));
  }

  public RegressionRuns named(String other) {
    return new RegressionRuns(other, speed, machine, settings, shortened, phases);
  }

  public RegressionRuns setting(String key, String value) {
    Map<String, String> changed = new TreeMap<>(settings);
    changed.put(key, value);
    return new RegressionRuns(name, speed, machine, changed, shortened, phases);
  }

  public List<ComparedRun> runs(int count, double millis, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ComparedRun> runs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double run = millis * Math.exp(0.1 * random.nextGaussian());
      runs.add(run(seed + "/" + i, List.of(fault(1, run), fault(2, run * 1.02))));
    }
    return runs;
  }

  public ComparedRun run(int number, List<Results.FaultResult> faults) {
    return run(Integer.toString(number), faults);
  }

  public ComparedRun run(String which, List<Results.FaultResult> faults) {
    Results results =
        Results.of(name, "flink", settings.getOrDefault("engine.version", ""))
            .runId(name + "-" + which.replace('/', '-'))
            .name(name)
            .guarantee("exactly-once")
            .profile("quick")
            .verdict(Verdict.PASS)
            .faults(faults)
            .metrics(Double.isNaN(speed) ? Map.of() : Map.of(Metrics.SPEED_IN_BASELINE, speed))
            .build();
    return new ComparedRun(
        Path.of("runs", name, which),
        name,
        results,
        1,
        shortened,
        settings,
        phases,
        machine,
        "a-build",
        null,
        Map.of(),
        Map.of(),
        ComparedRun.Made.UNKNOWN,
        SubjectMeans.UNKNOWN);
  }

  public static Results.FaultResult fault(int number, double millis) {
    return Results.FaultResult.hit(
            number,
            "kill",
            "worker",
            List.of("worker-1"),
            new Results.Span(SpanState.ENDED, Math.round(millis / 2), 1000, ""),
            new Results.Span(SpanState.ENDED, Math.round(millis), 100, ""))
        .build();
  }

  public static ComparedRun disrupted(ComparedRun run, long millis) {
    return changed(
        run,
        fault ->
            fault.toBuilder()
                .disrupted(
                    new Results.Span(
                        SpanState.ENDED, fault.recovery().millis() * millis / 2000, 1000, ""))
                .build());
  }

  public static ComparedRun with(ComparedRun run, Results results) {
    return ComparedRunBuilder.builder(run).results(results).copy();
  }

  /** Runs of five faults of which so many never end; the others take 1.9 s, and differ little. */
  public List<ComparedRun> ofFive(int runs, int unended, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<ComparedRun> five = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      double millis = 1900 * Math.exp(0.02 * random.nextGaussian());
      List<Results.FaultResult> faults = new ArrayList<>();
      for (int fault = 1; fault <= 5; fault++) {
        faults.add(fault <= unended ? neverEnding(fault) : fault(fault, millis));
      }
      five.add(run(100 * (int) seed + i, faults));
    }
    return five;
  }

  public static Results.FaultResult neverEnding(int number) {
    Results.Span unended = Results.Span.unended(60_000, 300, "");
    return Results.FaultResult.hit(number, "kill", "worker", List.of("worker-1"), unended, unended)
        .build();
  }

  /** Runs of one fault each. */
  public List<ComparedRun> taking(int number, double... millis) {
    List<ComparedRun> runs = new ArrayList<>();
    for (double one : millis) {
      runs.add(run(100 * number + runs.size(), List.of(fault(1, one))));
    }
    return runs;
  }

  /** Each may have taken nearly twice as long: {@code 1.8 s (1.7 – 3.9 s)}. */
  public static List<ComparedRun> rough(List<ComparedRun> runs) {
    return rough(runs, 2);
  }

  /** Each may have taken so many times as long. */
  public static List<ComparedRun> rough(List<ComparedRun> runs, double times) {
    return runs.stream()
        .map(run -> changed(run, f -> f.toBuilder().recovery(rough(f.recovery(), times)).build()))
        .toList();
  }

  public static Results.Span rough(Results.Span span, double times) {
    long millis = span.millis();
    return Results.Span.ended(millis, millis * 9 / 10, Math.round(millis * times), 1000, "");
  }

  public static ComparedRun changed(ComparedRun run, UnaryOperator<Results.FaultResult> change) {
    return with(run, faults(run, run.results().faults().stream().map(change).toList()));
  }

  public static Results faults(ComparedRun run, List<Results.FaultResult> faults) {
    return run.results().toBuilder().faults(faults).build();
  }

  /** As one call makes them. */
  public static List<ComparedRun> numbered(List<ComparedRun> runs) {
    return IntStream.range(0, runs.size())
        .mapToObj(i -> repetition(runs.get(i), i + 1, runs.size()))
        .toList();
  }

  public static ComparedRun repetition(ComparedRun run, int number, int of) {
    return ComparedRunBuilder.builder(run)
        .repetition(number)
        .made(new ComparedRun.Made(0, 0, 0, List.of(), of))
        .copy();
  }

  public static ComparedCell only(List<ComparedRun> then, List<ComparedRun> now) {
    return only(then, now, 1);
  }

  public static ComparedCell only(List<ComparedRun> then, List<ComparedRun> now, int cells) {
    List<ComparedCell> held = Regression.judge(Baseline.of(then), now, 1.25);
    assertThat(held).hasSize(cells);
    return held.get(0);
  }
}
