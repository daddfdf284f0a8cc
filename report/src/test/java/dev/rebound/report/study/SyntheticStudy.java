package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparer;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.ComparisonRequest;
import dev.rebound.analysis.compare.Study;
import dev.rebound.analysis.compare.cell.CellSelector;
import dev.rebound.analysis.compare.run.ComparedRun;
import dev.rebound.analysis.compare.run.ComparedRunBuilder;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.analysis.compare.run.SubjectMeans;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.lab.runner.TimelineFile;
import dev.rebound.report.SyntheticTimeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A made-up study of two scenarios, two engines and two profiles with controls, in blocks, the same
 * on every call: what reports of comparisons are tested with. Its names carry markup, so that a
 * report that does not escape shows it.
 */
final class SyntheticStudy {
  static final String QUESTION = "Who is back <first>?";
  private static final List<String> SCENARIOS = List.of("kill 2 of 8", "kill 8 of 8");

  private final Random random = new Random(5);
  private final Path folder;
  private final int repetitions;

  private SyntheticStudy(Path folder, int repetitions) {
    this.folder = folder;
    this.repetitions = repetitions;
  }

  /** Compares the study's runs; each has six faults. */
  static Comparison compared(Path folder, int repetitions) {
    List<ComparedRun> runs = new SyntheticStudy(folder, repetitions).runs();
    return new Comparer().compare(runs, brief(), List.of("kill 2 of 8, run 9: the rig <broke>"));
  }

  /** The same with the first run made again, in place of one that failed. */
  static Comparison madeAgain(Path folder, int repetitions) {
    List<ComparedRun> runs = new SyntheticStudy(folder, repetitions).runs();
    // With the figures of the last run, which are others.
    ComparedRun.Replaced earlier =
        new ComparedRun.Replaced(Verdict.FAIL, "a <backup>, ran", runs.get(runs.size() - 1));
    runs.set(0, runs.get(0).made(new ComparedRun.Made(1, 0, 300, List.of(earlier))));
    return new Comparer().compare(runs, brief(), List.of());
  }

  /** Compares three runs each with two, four and sixteen workers of two engines. */
  static Comparison overWorkers(Path folder) {
    return overWorkers(folder, "recovery", "cpu.seconds-per-million");
  }

  /** The same, by these metrics. */
  static Comparison overWorkers(Path folder, String... metrics) {
    SyntheticStudy study = new SyntheticStudy(folder, 3);
    List<ComparedRun> runs = new ArrayList<>();
    for (String engine : List.of("flink", "kafka-streams")) {
      for (String workers : List.of("2", "4", "16")) {
        for (int repetition = 1; repetition <= 3; repetition++) {
          runs.add(study.run("kill <1>", engine, "quick", repetition, false, workers));
        }
      }
    }
    ComparisonRequest brief =
        new ComparisonRequest(
            "workers",
            "",
            "",
            "",
            Stream.of(metrics).map(metric -> new Study.Contrast(metric, "engine.workers")).toList(),
            List.of(new Study.Trade("recovery", "cpu.seconds-per-million", "")),
            List.of(),
            List.of());
    return new Comparer().compare(runs, brief, List.of());
  }

  /** Compares three runs each of two engines at a quarter and half of what a backlog tells. */
  static Comparison overLoad(Path folder) {
    SyntheticStudy study = new SyntheticStudy(folder, 3);
    List<ComparedRun> runs = new ArrayList<>();
    for (String engine : List.of("flink", "kafka-streams")) {
      for (int repetition = 1; repetition <= 3; repetition++) {
        ComparedRun idle = study.run("capacity", engine, "quick", repetition, true);
        runs.add(
            backlog(idle, engine.equals("flink") ? 10_000 : 25_000)
                .inNameOf("capacity", atRate(idle, "max"), Map.of()));
        for (String rate : List.of("2500/s", "5000/s")) {
          ComparedRun run = study.run("kill <1>", engine, "quick", repetition, false);
          runs.add(run.inNameOf("kill <1>", atRate(run, rate), Map.of()));
        }
      }
    }
    List<Study.Contrast> contrasts =
        List.of(
            new Study.Contrast("recovery", "load.rate"),
            new Study.Contrast("cpu.seconds-per-million", "load.rate"));
    ComparisonRequest brief =
        new ComparisonRequest("load", "", "", "", contrasts, List.of(), List.of(), List.of());
    return new Comparer().compare(runs, brief, List.of());
  }

  private static Map<String, String> atRate(ComparedRun run, String rate) {
    Map<String, String> settings = new TreeMap<>(run.settings());
    settings.put("load.rate", rate);
    if (rate.equals("max")) {
      settings.put("load.backlog", "true");
    }
    return settings;
  }

  private static ComparedRun backlog(ComparedRun run, double rate) {
    Results results =
        run.results().toBuilder().control(false).metrics(Map.of("backlog.rate", rate)).build();
    return ComparedRunBuilder.builder(run).results(results).absent(Map.of()).copy();
  }

  /** Writes what the check of each run would draw; Kafka Streams' output comes in batches. */
  static void draw(Comparison comparison) throws IOException {
    for (CellFigures cell : comparison.cells()) {
      for (RunRef run : cell.runs()) {
        boolean batches = cell.cell().engine().equals("kafka-streams");
        TimelineFile.write(
            new Timeline(
                0,
                List.of(),
                run.faults().stream().map(f -> SyntheticTimeline.scene(f, batches)).toList(),
                List.of(),
                1),
            Files.createDirectories(run.folder()));
      }
    }
  }

  private static ComparisonRequest brief() {
    return new ComparisonRequest(
        "thesis <made up>",
        QUESTION,
        "Nobody, 2024",
        "6 faults a run",
        List.of(
            new Study.Contrast("recovery", "engine"),
            new Study.Contrast("outage", "profile"),
            new Study.Contrast("output-rate.peak", "engine")),
        List.of(),
        List.of(
            published("kill 2 of 8", "flink", "113s", 113_000),
            published("kill 2 of 8", "kafka-streams", "143s", 143_000),
            published("kill 8 of 8", "flink", "114s", 114_000),
            published("kill 8 of 8", "kafka-streams", "153s", 153_000)),
        List.of(
            claim(
                "Flink recovers faster",
                "recovery",
                side("", "flink"),
                side("", "kafka-streams"),
                null),
            claim(
                "Kafka Streams recovers faster",
                "recovery",
                side("", "kafka-streams"),
                side("", "flink"),
                null),
            claim(
                "Killing all costs Flink 1 s",
                "recovery",
                side("kill 2 of 8", "flink"),
                side("kill 8 of 8", "flink"),
                1000.0),
            claim(
                "Flink uses less CPU",
                "cpu.seconds-per-million",
                side("", "flink"),
                side("", "kafka-streams"),
                null)));
  }

  private static Study.PublishedValue published(
      String scenario, String engine, String text, double value) {
    return new Study.PublishedValue(
        "recovery", "mean", side(scenario, engine), value, text, "table <4>");
  }

  private static Study.Claim claim(
      String text, String metric, CellSelector less, CellSelector than, Double by) {
    return new Study.Claim(text, "medians", "section 4.4", metric, less, than, by, null, null);
  }

  private static CellSelector side(String scenario, String engine) {
    return new CellSelector(scenario, engine, "", "");
  }

  private List<ComparedRun> runs() {
    List<ComparedRun> runs = new ArrayList<>();
    for (String scenario : SCENARIOS) {
      for (String engine : List.of("flink", "kafka-streams")) {
        for (String profile : List.of("stock", "quick")) {
          for (int repetition = 1; repetition <= repetitions; repetition++) {
            runs.add(run(scenario, engine, profile, repetition, false));
            if (repetition == 1) {
              runs.add(run(scenario, engine, profile, repetition, true));
            }
          }
        }
      }
    }
    return runs;
  }

  private ComparedRun run(
      String scenario, String engine, String profile, int repetition, boolean control) {
    return run(scenario, engine, profile, repetition, control, "");
  }

  /**
   * @param workers number of them, which the settings have; empty if they do not say
   */
  private ComparedRun run(
      String scenario,
      String engine,
      String profile,
      int repetition,
      boolean control,
      String workers) {
    double recovery =
        (engine.equals("flink") ? 7000 : 12_000)
            * (profile.equals("stock") ? 5 : 1)
            * (scenario.endsWith("8 of 8") ? 1.5 : 1)
            * Math.exp(0.04 * random.nextGaussian());
    List<FaultResult> faults = new ArrayList<>();
    Map<Curve, List<CurveBand.Trace>> curves = new EnumMap<>(Curve.class);
    for (int f = 1; !control && f <= 6; f++) {
      double millis = recovery * Math.exp(0.12 * random.nextGaussian());
      faults.add(fault(f, millis, scenario));
      for (Curve curve : Curve.values()) {
        if (curve != Curve.SENT || engine.equals("flink")) {
          curves.computeIfAbsent(curve, c -> new ArrayList<>()).add(trace(curve, millis / 1000));
        }
      }
    }
    String id =
        scenario.replace(' ', '-')
            + "-"
            + engine
            + "-"
            + profile
            + (control ? "-control-" : "-")
            + repetition;
    return new ComparedRun(
        folder.resolve(id),
        scenario,
        results(id, engine, profile, control, faults),
        repetition,
        "",
        workers.isEmpty()
            ? Map.of("engine.name", engine)
            : Map.of("engine.name", engine, "engine.workers", workers),
        Map.of(),
        "A processor, 2 cores, 24 GiB",
        "b1",
        null,
        curves,
        Map.of(Curve.SENT, "the system has no TCP counters per process"),
        new ComparedRun.Made(repetition, 0, 300),
        SubjectMeans.UNKNOWN);
  }

  private static FaultResult fault(int number, double millis, String scenario) {
    boolean unended = millis > 100_000;
    long outage = Math.round(millis * 0.4);
    return FaultResult.hit(
            number,
            "kill",
            "worker",
            List.of("worker-" + number),
            new Span(SpanState.ENDED, outage, 2000, ""),
            new Span(
                unended ? SpanState.UNENDED : SpanState.ENDED, Math.round(millis), 100, scenario))
        .atMicros(1_792_000_000_000_000L + number * 180_000_000L)
        .steps(
            List.of(
                step("detected", millis * 0.1),
                step("reassigned", millis * 0.2),
                step("restored", millis * 0.3),
                step("first output", millis * 0.38),
                step("caught up", millis)))
        .loadToCapacity(0.4 + number * 0.02)
        .build();
  }

  private static StepResult step(String name, double millis) {
    return new StepResult(name, Math.round(millis * 0.9), Math.round(millis), "engine", "");
  }

  /** Steady, then nothing, then more than steady until caught up, then steady. */
  private CurveBand.Trace trace(Curve curve, double recoverySeconds) {
    double steady =
        switch (curve) {
          case INPUT_RATE -> 10_000;
          case OUTPUT_RATE -> 5000;
          case LAG -> 8000;
          case CPU -> 0.9;
          case RECEIVED -> 14e6;
          case SENT -> 9e6;
        };
    List<Double> values = new ArrayList<>();
    for (int second = -20; second < 100; second++) {
      double level =
          second < 0 || second > recoverySeconds ? 1 : second < recoverySeconds * 0.4 ? 0 : 1.7;
      if (curve == Curve.LAG) {
        level =
            level == 0 ? 1 + second * 0.5 : level == 1 ? 1 : 1 + (recoverySeconds - second) * 0.3;
      }
      values.add(steady * level * (1 + 0.05 * random.nextGaussian()));
    }
    return new CurveBand.Trace(-20, values);
  }

  private Results results(
      String id, String engine, String profile, boolean control, List<FaultResult> faults) {
    Map<String, Double> metrics =
        Map.of(
            "faults.latency.p50",
            control ? 80.0 : 95.0,
            "faults.latency.p99",
            control ? 210.0 : 9500.0 + random.nextInt(500),
            "cpu.seconds-per-million",
            (engine.equals("flink") ? 310.0 : 280.0) + random.nextInt(20),
            "input.rate.faults",
            10_000.0,
            "output.rate.faults",
            5000.0,
            "host.cpu.faults",
            0.61);
    long duplicated = control ? 0 : 1200;
    return Results.of(id, engine, engine.equals("flink") ? "2.3.0" : "4.3.1")
        .guarantee("at-least-once")
        .profile(profile)
        .control(control)
        .scale(0.05)
        .verdict(Verdict.PASS)
        .faults(faults)
        .audits(
            List.of(
                new Results.Audit(
                    "read-committed",
                    true,
                    1_000_000,
                    1_000_000,
                    1_000_000 + duplicated,
                    List.of(
                        new Results.Finding(
                            FindingKind.LOST, 0, false, Map.of(), List.of(), Map.of()),
                        new Results.Finding(
                            FindingKind.DUPLICATED,
                            duplicated,
                            true,
                            Map.of(),
                            List.of(),
                            Map.of()),
                        new Results.Finding(
                            FindingKind.DIVERGED, 0, false, Map.of(), List.of(), Map.of())),
                    null,
                    List.of())))
        .metrics(metrics)
        .build();
  }
}
