package dev.rebound.report.pipeline;

import dev.rebound.analysis.JsonFile;
import dev.rebound.analysis.RunFiles;
import dev.rebound.analysis.compare.baseline.Regression;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.report.page.JsonFields;
import dev.rebound.report.words.NotLookedAt;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    Map<String, Object> document =
        JsonFields.of(
            "version", VERSION,
            "verdict", ran.verdict(),
            "exitStatus", ran.exitStatus(),
            "interrupted", ran.interrupted(),
            "runs", ran.runs().stream().map(RunsJson::run).toList(),
            "failures", ran.failures().stream().map(RunsJson::failure).toList());
    if (!ran.against().isEmpty()) {
      document.put("against", ran.against().stream().map(RunsJson::held).toList());
    }
    return JsonFile.text(document);
  }

  private static Map<String, Object> run(PipelineSummary.RunWithResults run) {
    Results results = run.results();
    List<NotLookedAt.NotJudged> others = NotLookedAt.expectations(results);
    boolean held = run.control().isPresent() || results.controlVerdict() != null;
    Map<String, Object> node =
        JsonFields.of(
            "name", results.name(),
            "runId", results.runId(),
            "engine", results.engine(),
            "engineVersion", results.engineVersion(),
            "guarantee", results.guarantee(),
            "verdict", results.verdict(),
            "withControl", held ? run.verdict() : null,
            "interrupted", results.interrupted(),
            "folder", run.folder().toString(),
            "results", run.folder().resolve(RunFiles.RESULTS).toString(),
            "report", run.report().toString(),
            "control", run.control().map(Path::toString).orElse(null),
            "metrics", metrics(results),
            "unjudged", new TreeMap<>(results.unjudged()),
            "expectations", results.judgements().stream().map(RunsJson::judgement).toList(),
            "notJudged", others.isEmpty() ? null : others,
            "warnings", results.warnings().stream().map(Results.RigDoubt::code).toList());
    node.values().removeIf(Objects::isNull);
    return node;
  }

  private static Map<String, Object> judgement(Results.Judgement judgement) {
    return JsonFields.of(
        "metric", judgement.metric(),
        "bound", judgement.bound(),
        "observed", judgement.observed(),
        "verdict", judgement.verdict(),
        "why", judgement.why());
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
    return JsonFields.of(
        "name", failure.name(),
        "problem", String.valueOf(failure.problem().getMessage()),
        "remedy", failure.problem().remedy());
  }

  private static Map<String, Object> held(Regression.ComparedCell held) {
    return JsonFields.of(
        "name", held.name(),
        "outcome", held.outcome().word(),
        "sentence", held.sentence(),
        "notes", held.notes());
  }
}
