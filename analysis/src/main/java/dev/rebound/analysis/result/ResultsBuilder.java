package dev.rebound.analysis.result;

import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Judgement;
import dev.rebound.analysis.result.Results.Latency;
import dev.rebound.analysis.result.Results.RigWarning;
import java.util.List;
import java.util.Map;

/** Makes {@link Results} part by part, each named as it is there. For use by one thread. */
public final class ResultsBuilder {
  private String runId;
  private String name;
  private String engine;
  private String engineVersion;
  private String guarantee = "";
  private String profile = "";
  private boolean control = false;
  private double scale = 1;
  private String verdict = Verdicts.UNKNOWN;
  private boolean interrupted = false;
  private List<FaultResult> faults = List.of();
  private List<Audit> audits = List.of();
  private List<Latency> latencies = List.of();
  private List<Judgement> judgements = List.of();
  private List<RigWarning> warnings = List.of();
  private Map<String, Double> metrics = Map.of();
  private Map<String, String> unjudged = Map.of();
  private Map<String, Bounds> bounds = Map.of();
  private Map<String, Double> difference = Map.of();
  private String shortened = "";
  private Map<String, String> differs = Map.of();
  private String controlVerdict = "";

  ResultsBuilder(String name, String engine, String engineVersion) {
    this.runId = name;
    this.name = name;
    this.engine = engine;
    this.engineVersion = engineVersion;
  }

  ResultsBuilder(Results from) {
    this.runId = from.runId();
    this.name = from.name();
    this.engine = from.engine();
    this.engineVersion = from.engineVersion();
    this.guarantee = from.guarantee();
    this.profile = from.profile();
    this.control = from.control();
    this.scale = from.scale();
    this.verdict = from.verdict();
    this.interrupted = from.interrupted();
    this.faults = from.faults();
    this.audits = from.audits();
    this.latencies = from.latencies();
    this.judgements = from.judgements();
    this.warnings = from.warnings();
    this.metrics = from.metrics();
    this.unjudged = from.unjudged();
    this.bounds = from.bounds();
    this.difference = from.difference();
    this.shortened = from.shortened();
    this.differs = from.differs();
    this.controlVerdict = from.controlVerdict();
  }

  /** What the run and its experiment are called. */
  public ResultsBuilder named(String runId, String name) {
    this.runId = runId;
    this.name = name;
    return this;
  }

  public ResultsBuilder guarantee(String guarantee) {
    this.guarantee = guarantee;
    return this;
  }

  public ResultsBuilder profile(String profile) {
    this.profile = profile;
    return this;
  }

  public ResultsBuilder control(boolean control) {
    this.control = control;
    return this;
  }

  public ResultsBuilder scale(double scale) {
    this.scale = scale;
    return this;
  }

  public ResultsBuilder verdict(String verdict) {
    this.verdict = verdict;
    return this;
  }

  public ResultsBuilder interrupted(boolean interrupted) {
    this.interrupted = interrupted;
    return this;
  }

  public ResultsBuilder faults(List<FaultResult> faults) {
    this.faults = faults;
    return this;
  }

  public ResultsBuilder audits(List<Audit> audits) {
    this.audits = audits;
    return this;
  }

  public ResultsBuilder latencies(List<Latency> latencies) {
    this.latencies = latencies;
    return this;
  }

  public ResultsBuilder judgements(List<Judgement> judgements) {
    this.judgements = judgements;
    return this;
  }

  public ResultsBuilder warnings(List<RigWarning> warnings) {
    this.warnings = warnings;
    return this;
  }

  public ResultsBuilder metrics(Map<String, Double> metrics) {
    this.metrics = metrics;
    return this;
  }

  public ResultsBuilder unjudged(Map<String, String> unjudged) {
    this.unjudged = unjudged;
    return this;
  }

  public ResultsBuilder bounds(Map<String, Bounds> bounds) {
    this.bounds = bounds;
    return this;
  }

  public ResultsBuilder difference(Map<String, Double> difference) {
    this.difference = difference;
    return this;
  }

  public ResultsBuilder shortened(String shortened) {
    this.shortened = shortened;
    return this;
  }

  public ResultsBuilder differs(Map<String, String> differs) {
    this.differs = differs;
    return this;
  }

  public ResultsBuilder controlVerdict(String controlVerdict) {
    this.controlVerdict = controlVerdict;
    return this;
  }

  public Results build() {
    return new Results(
        Results.VERSION,
        runId,
        name,
        engine,
        engineVersion,
        guarantee,
        profile,
        control,
        scale,
        verdict,
        interrupted,
        faults,
        audits,
        latencies,
        judgements,
        warnings,
        metrics,
        unjudged,
        bounds,
        difference,
        shortened,
        differs,
        controlVerdict);
  }
}
