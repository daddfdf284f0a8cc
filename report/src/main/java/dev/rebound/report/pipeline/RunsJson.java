package dev.rebound.report.pipeline;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.report.NotLookedAt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The outcome of a call as one JSON document: verdict, exit status, and for each run its folder and
 * key figures. All other figures are in the run's {@code results.json}.
 */
public final class RunsJson {
  /** The version of this format. */
  public static final int VERSION = 1;

  /** Told of every run that has them, beside findings and what it has expectations of. */
  private static final List<String> KEY_METRICS =
      List.of(
          "outage.max",
          "recovery.max",
          "disrupted.max",
          "baseline.latency.p99",
          "faults.latency.p99",
          "output.rate.baseline",
          "output.rate.faults",
          "cpu.seconds-per-million",
          Metrics.SPEED_IN_BASELINE);

  private RunsJson() {}

  /** The document, indented, with a line's end. */
  public static String text(PipelineSummary ran) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("version", VERSION);
    document.put("verdict", ran.verdict());
    document.put("exitStatus", ran.exitStatus());
    document.put("interrupted", ran.interrupted());
    document.put("runs", ran.runs().stream().map(RunsJson::run).toList());
    document.put("failures", ran.failures().stream().map(RunsJson::failure).toList());
    if (!ran.against().isEmpty()) {
      document.put("against", ran.against().stream().map(RunsJson::held).toList());
    }
    return JsonFile.text(document);
  }

  private static Map<String, Object> run(PipelineSummary.RunWithResults run) {
    Results results = run.results();
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("name", results.name());
    node.put("runId", results.runId());
    node.put("engine", results.engine());
    node.put("engineVersion", results.engineVersion());
    node.put("guarantee", results.guarantee());
    node.put("verdict", results.verdict());
    if (run.control().isPresent() || run.results().controlVerdict() != null) {
      node.put("withControl", run.verdict());
    }
    node.put("interrupted", results.interrupted());
    node.put("folder", run.folder().toString());
    node.put("results", run.folder().resolve(RunFiles.RESULTS).toString());
    node.put("report", run.report().toString());
    run.control().ifPresent(control -> node.put("control", control.toString()));
    node.put("metrics", metrics(results));
    node.put("unjudged", new TreeMap<>(results.unjudged()));
    List<Map<String, Object>> expectations = new ArrayList<>();
    for (Results.Judgement judgement : results.judgements()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("metric", judgement.metric());
      one.put("bound", judgement.bound());
      one.put("observed", judgement.observed());
      one.put("verdict", judgement.verdict());
      one.put("why", judgement.why());
      expectations.add(one);
    }
    node.put("expectations", expectations);
    List<NotLookedAt.NotJudged> others = NotLookedAt.expectations(results);
    if (!others.isEmpty()) {
      node.put("notJudged", others);
    }
    node.put("warnings", results.warnings().stream().map(Results.RigDoubt::code).toList());
    return node;
  }

  /** By name; what has no value is left out. */
  private static Map<String, Double> metrics(Results results) {
    TreeSet<String> wanted = new TreeSet<>(KEY_METRICS);
    FindingKind.always().forEach(kind -> wanted.add(kind.toString()));
    results.judgements().forEach(judgement -> wanted.add(judgement.metric()));
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (String name : wanted) {
      Double value = results.metrics().get(name);
      if (value != null && !value.isNaN()) {
        metrics.put(name, value);
      }
    }
    return metrics;
  }

  private static Map<String, Object> failure(PipelineSummary.RunWithoutResults failure) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("name", failure.name());
    node.put("problem", String.valueOf(failure.problem().getMessage()));
    node.put("remedy", failure.problem().remedy());
    return node;
  }

  private static Map<String, Object> held(Regression.ComparedCell held) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("name", held.name());
    node.put("outcome", held.outcome().word());
    node.put("sentence", held.sentence());
    node.put("notes", held.notes());
    return node;
  }
}
