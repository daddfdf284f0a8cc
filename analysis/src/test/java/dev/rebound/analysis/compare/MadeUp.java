package dev.rebound.analysis.compare;

import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs with made-up recoveries, of subjects that have the same means. */
public final class MadeUp {
  private static final SubjectMeans ALIKE =
      new SubjectMeans(
          Arrays.stream(SubjectMeans.Mean.values())
              .collect(Collectors.toMap(mean -> mean, mean -> "1")));

  private MadeUp() {}

  /** The conditions of a comparison, but for the collectors of its runs, which are told of each. */
  static List<String> conditions(Comparison comparison) {
    return comparison.conditions().stream()
        .filter(condition -> !condition.startsWith("collectors: "))
        .toList();
  }

  /** A run named {@code <scenario>-<engine>-<profile>} with these recovery times, all ended. */
  public static ComparedRun run(
      String scenario, String engine, String profile, double... recoveries) {
    return run(scenario, engine, profile, Map.of("load.rate", "1000/s"), recoveries);
  }

  public static ComparedRun run(
      String scenario,
      String engine,
      String profile,
      Map<String, String> settings,
      double... recoveries) {
    List<FaultResult> faults =
        IntStream.range(0, recoveries.length)
            .mapToObj(i -> fault(i + 1, span(SpanState.ENDED, recoveries[i]), Impact.HIT))
            .toList();
    return run(results(scenario + "-" + engine + "-" + profile, engine, profile, faults), settings);
  }

  public static ComparedRun run(Results results, Map<String, String> settings) {
    return new ComparedRun(
        Path.of("runs", results.name()),
        ComparedRun.scenario(results),
        results,
        1,
        "",
        settings,
        Map.of(),
        "",
        "",
        results.metrics().get(Metrics.CAPACITY),
        Map.of(),
        Map.of(),
        ComparedRun.Made.UNKNOWN,
        ALIKE);
  }

  /** A control of {@link #run}, with faults too, that differs from it in a setting. */
  public static ComparedRun control(
      String scenario,
      String engine,
      String profile,
      Map<String, String> differs,
      double... recoveries) {
    ComparedRun run = run(scenario, engine, profile, differs, recoveries);
    Results r = run.results();
    return run(
        r.toBuilder()
            .runId(r.runId() + "-control")
            .name(r.name() + "-control")
            .control(true)
            .differs(differs)
            .build(),
        differs);
  }

  /** The same interrupted control of an engine, in the name of a scenario. */
  public static ComparedRun interruptedControl(String scenario, String engine) {
    Results results =
        results("idle-" + engine + "-quick-control", engine, "quick", List.of()).toBuilder()
            .interrupted(true)
            .build();
    ComparedRun run = run(results, Map.of("load.rate", "1000/s"));
    return run.inNameOf(scenario, run.settings(), Map.of());
  }

  public static Results results(
      String name, String engine, String profile, List<FaultResult> faults) {
    return results(name, engine, profile, faults, Map.of("cpu.seconds-per-million", 300.0));
  }

  public static Results results(
      String name,
      String engine,
      String profile,
      List<FaultResult> faults,
      Map<String, Double> metrics) {
    return Results.of(name, engine, "1.0")
        .guarantee("at-least-once")
        .profile(profile)
        .control(name.endsWith("-control"))
        .verdict(Verdict.PASS)
        .faults(faults)
        .metrics(metrics)
        .build();
  }

  public static Span span(SpanState state, double millis) {
    return new Span(state, Math.round(millis), 100, "a lane");
  }

  public static FaultResult fault(int number, Span recovery, Impact impact) {
    return FaultResult.hit(
            number,
            "kill",
            "worker",
            List.of("worker-1"),
            new Span(SpanState.ENDED, recovery.millis() / 2, 1000, ""),
            recovery)
        .atMicros(number * 60_000_000L)
        .impact(impact)
        .loadToCapacity(0.5)
        .build();
  }

  /** The same fault, with a step that the engine reported. */
  public static FaultResult reaching(FaultResult f, String step, long millis) {
    return f.toBuilder()
        .steps(List.of(new Results.StepResult(step, millis, millis, "engine", "")))
        .build();
  }

  public static FaultResult withOutage(FaultResult f, Span outage) {
    return f.toBuilder().outage(outage).processing(outage).disrupted(outage).build();
  }

  public static FaultResult withRecovery(FaultResult f, Span recovery) {
    return f.toBuilder().recovery(recovery).build();
  }

  /** The same run, with a warning on its rig. */
  public static ComparedRun inDoubt(ComparedRun run, Results.RigDoubt warning) {
    return run(run.results().toBuilder().warnings(List.of(warning)).build(), run.settings());
  }

  /** The same run, with an expectation judged. */
  public static ComparedRun judged(ComparedRun run, Results.Judgement judgement) {
    return run(run.results().toBuilder().judgements(List.of(judgement)).build(), run.settings());
  }
}
