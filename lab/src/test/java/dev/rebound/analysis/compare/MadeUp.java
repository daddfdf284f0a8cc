package dev.rebound.analysis.compare;

import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Runs with made-up recoveries. */
public final class MadeUp {
  private MadeUp() {}

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
            .mapToObj(i -> fault(i + 1, span("ended", recoveries[i]), "hit"))
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
        Map.of());
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
        new Results(
            r.version(),
            r.runId() + "-control",
            r.name() + "-control",
            r.engine(),
            r.engineVersion(),
            r.guarantee(),
            r.profile(),
            true,
            r.scale(),
            r.verdict(),
            false,
            r.faults(),
            r.audits(),
            r.latencies(),
            r.judgements(),
            r.warnings(),
            r.metrics(),
            r.unjudged(),
            r.bounds(),
            r.difference(),
            "",
            differs),
        differs);
  }

  /** The same interrupted control of an engine, in the name of a scenario. */
  public static ComparedRun interruptedControl(String scenario, String engine) {
    Results whole = results("idle-" + engine + "-quick-control", engine, "quick", List.of());
    Results results =
        new Results(
            whole.version(),
            whole.runId(),
            whole.name(),
            whole.engine(),
            whole.engineVersion(),
            whole.guarantee(),
            whole.profile(),
            whole.control(),
            whole.scale(),
            whole.verdict(),
            true,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            whole.metrics(),
            Map.of(),
            Map.of());
    ComparedRun run = run(results, Map.of("load.rate", "1000/s"));
    return new ComparedRun(
        run.folder(),
        scenario,
        results,
        1,
        "",
        run.settings(),
        Map.of(),
        "",
        "",
        null,
        Map.of(),
        Map.of());
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
    return new Results(
        Results.VERSION,
        name,
        name,
        engine,
        "1.0",
        "at-least-once",
        profile,
        name.endsWith("-control"),
        1,
        "pass",
        false,
        faults,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        metrics,
        Map.of(),
        Map.of());
  }

  public static Span span(String state, double millis) {
    return new Span(state, Math.round(millis), 100, "a lane");
  }

  public static FaultResult fault(int number, Span recovery, String impact) {
    return new FaultResult(
        number,
        "kill",
        "worker",
        List.of("worker-1"),
        number * 60_000_000L,
        true,
        impact,
        new Span("ended", recovery.millis() / 2, 1000, ""),
        recovery,
        List.of(),
        0.5);
  }

  /** The same fault, with a step that the engine reported. */
  public static FaultResult reaching(FaultResult f, String step, long millis) {
    return new FaultResult(
        f.fault(),
        f.kind(),
        f.role(),
        f.victims(),
        f.atMicros(),
        f.confirmed(),
        f.impact(),
        f.outage(),
        f.recovery(),
        List.of(new Results.StepResult(step, millis, millis, "engine", "")),
        f.loadToCapacity());
  }

  public static FaultResult withOutage(FaultResult f, Span outage) {
    return with(f, outage, f.recovery());
  }

  public static FaultResult withRecovery(FaultResult f, Span recovery) {
    return with(f, f.outage(), recovery);
  }

  private static FaultResult with(FaultResult f, Span outage, Span recovery) {
    return new FaultResult(
        f.fault(),
        f.kind(),
        f.role(),
        f.victims(),
        f.atMicros(),
        f.confirmed(),
        f.impact(),
        outage,
        recovery,
        f.steps(),
        f.loadToCapacity());
  }

  /** The same run, with a warning on its rig. */
  public static ComparedRun inDoubt(ComparedRun run, Results.RigWarning warning) {
    return with(run, List.of(), List.of(warning));
  }

  /** The same run, with an expectation judged. */
  public static ComparedRun judged(ComparedRun run, Results.Judgement judgement) {
    return with(run, List.of(judgement), List.of());
  }

  private static ComparedRun with(
      ComparedRun run, List<Results.Judgement> judgements, List<Results.RigWarning> warnings) {
    Results r = run.results();
    return run(
        new Results(
            r.version(),
            r.runId(),
            r.name(),
            r.engine(),
            r.engineVersion(),
            r.guarantee(),
            r.profile(),
            r.control(),
            r.scale(),
            r.verdict(),
            r.interrupted(),
            r.faults(),
            r.audits(),
            r.latencies(),
            judgements,
            warnings,
            r.metrics(),
            r.unjudged(),
            r.difference()),
        run.settings());
  }
}
