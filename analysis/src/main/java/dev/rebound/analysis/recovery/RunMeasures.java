package dev.rebound.analysis.recovery;

import dev.rebound.analysis.check.Checker;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.recovery.lanes.LaneCounts;
import dev.rebound.analysis.result.DuplicateCause;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results.Audit;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Finding;
import dev.rebound.analysis.result.Results.Latency;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.Results.StepResult;
import dev.rebound.analysis.result.Results.Unlooked;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The numbers that expectations can name, and those that could not be had with the reason. */
final class RunMeasures {
  /** How the reason begins why a phase has no latency. */
  static final String NOTHING_DUE = "no output is due for a record of this phase";

  private final Map<String, Double> metrics = new TreeMap<>();
  private final Map<String, Bounds> bounds = new TreeMap<>();
  private final Map<String, String> unjudged = new TreeMap<>();
  private final Map<String, String> details = new TreeMap<>();
  private final BiPredicate<Integer, String> declared;

  /** Those of faults alone. */
  RunMeasures(Evidence evidence, List<FaultResult> faults) {
    this.declared = (fault, step) -> declares(evidence, fault, step);
    faults(evidence, faults);
  }

  RunMeasures(
      Evidence evidence,
      Checker checker,
      List<Audit> audits,
      List<FaultResult> faults,
      List<Latency> latencies,
      LaneCounts grid,
      List<Expectation> expected) {
    this.declared = (fault, step) -> declares(evidence, fault, step);
    for (Audit audit : audits) {
      if (audit.judged()) {
        for (Finding finding : audit.findings()) {
          metrics.put(finding.kind().toString(), (double) finding.count());
        }
      }
    }
    Long excess = checker.excess();
    if (excess != null) {
      metrics.put(Metrics.EXCESS, excess.doubleValue());
    }
    unjudged.putAll(checker.unjudged());
    for (FindingKind kind : checker.atLeast()) {
      double found = metrics.getOrDefault(kind.toString(), 0.0);
      bounds.put(kind.toString(), new Bounds(found, Double.POSITIVE_INFINITY));
    }
    boolean asked =
        expected.stream().anyMatch(bound -> bound.metric().equals(Metrics.BEYOND_COMMIT));
    audits.stream().filter(Audit::judged).forEach(audit -> beyondCommit(audit, asked));
    for (Latency latency : latencies) {
      latency(latency);
    }
    clocks(evidence.clocks().uncertainMillis());
    faults(evidence, faults);
    for (PhaseTimes phase : evidence.phases()) {
      outputRate(phase, grid);
    }
  }

  /**
   * What is known to be beyond a commit, and may be; of a run without copies only if that is asked.
   * What leaves their number open leaves this open, too.
   */
  private void beyondCommit(Audit audit, boolean asked) {
    String duplicated = FindingKind.DUPLICATED.toString();
    Finding copies =
        audit.findings().stream()
            .filter(finding -> finding.kind() == FindingKind.DUPLICATED)
            .findFirst()
            .orElse(null);
    if (copies == null || (copies.byCommit().isEmpty() && !asked)) {
      return;
    }
    Map<String, Long> causes =
        copies.byCommit().isEmpty() && copies.count() > 0
            ? Map.of(DuplicateCause.UNTOLD.toString(), copies.count())
            : copies.byCommit();
    double low = DuplicateCause.beyond(causes);
    double high = low + DuplicateCause.unknown(causes);
    metrics.put(Metrics.BEYOND_COMMIT, low);
    if (bounds.containsKey(duplicated)) {
      high = Double.POSITIVE_INFINITY;
    }
    if (high > low) {
      bounds.put(Metrics.BEYOND_COMMIT, new Bounds(low, high));
    }
    if (copies.count() > 0) {
      details.put(Metrics.BEYOND_COMMIT, "of the copies " + DuplicateCause.words(causes));
    }
    String why =
        audit.notJudged().stream()
            .filter(one -> one.kind() == FindingKind.DUPLICATED)
            .findFirst()
            .map(Unlooked::words)
            .orElse(unjudged.get(duplicated));
    if (why != null) {
      unjudged.put(Metrics.BEYOND_COMMIT, why);
    }
  }

  private void faults(Evidence evidence, List<FaultResult> faults) {
    spans("outage", faults, FaultResult::outage);
    spans("outage.processing", faults, FaultResult::processing);
    spans("outage.visible", faults, FaultResult::visible);
    spans("disrupted", faults, FaultResult::disrupted);
    spans("recovery", faults, FaultResult::recovery);
    spans(FaultFigure.HEALED, faults, f -> f.lasted() == null ? null : f.lasted().recovery());
    spans(FaultFigure.NOTICED, faults, f -> f.lasted() == null ? null : f.lasted().noticed());
    for (String step : List.of("detected", "reassigned", "restored", "first output")) {
      step(step, faults);
    }
    falseAlarms(evidence, faults);
    notJudged(evidence, faults);
  }

  /** First output is known from the topics, so every fault that silenced a lane has it. */
  private static boolean declares(Evidence evidence, int fault, String step) {
    return step.equals("first output")
        || evidence.faults().stream()
            .filter(f -> f.fault() == fault)
            .map(Evidence.FaultTimes::declared)
            .filter(Objects::nonNull)
            .anyMatch(steps -> steps.contains(Step.valueOf(step.toUpperCase(Locale.ROOT))));
  }

  private void outputRate(PhaseTimes phase, LaneCounts grid) {
    int from = grid.bucket(phase.startMicros());
    int to = grid.bucket(phase.endMicros());
    if (Metrics.PHASES.contains(phase.phase()) && to > from && grid.dueAtAll()) {
      double seconds = (to - from) * grid.bucketMillis() / 1000.0;
      metrics.put("output.rate." + phase.phase(), grid.seen(from, to) / seconds);
    }
  }

  private void latency(Latency latency) {
    String prefix = latency.phase() + (latency.kind().equals("append") ? ".latency." : ".visible.");
    put(prefix + "p50", latency.p50());
    put(prefix + "p75", latency.p75());
    put(prefix + "p90", latency.p90());
    put(prefix + "p95", latency.p95());
    put(prefix + "p99", latency.p99());
    put(prefix + "p999", latency.p999());
    put(prefix + "max", latency.max());
  }

  /**
   * Appends that other clocks stamped are known as well as these are. What never came stays
   * infinite.
   */
  private void clocks(long uncertainMillis) {
    if (uncertainMillis > 0) {
      metrics.forEach(
          (metric, value) -> {
            if (metric.contains(".latency.") && Double.isFinite(value)) {
              bounds.put(metric, new Bounds(value - uncertainMillis, value + uncertainMillis));
            }
          });
    }
  }

  private void put(String metric, @Nullable Double value) {
    if (value == null) {
      unjudged.put(
          metric,
          NOTHING_DUE
              + (metric.startsWith("baseline.")
                  ? " that the first fault did not reach back to"
                  : ""));
    } else {
      metrics.put(metric, value);
    }
  }

  /** Greatest and median over the faults that hit, and what both are known to lie between. */
  private void spans(
      String name, List<FaultResult> faults, Function<FaultResult, @Nullable Span> of) {
    List<Double> best = new ArrayList<>();
    List<Double> low = new ArrayList<>();
    List<Double> high = new ArrayList<>();
    for (FaultResult fault : faults) {
      Span span = of.apply(fault);
      if (span == null || fault.impact() != Impact.HIT) {
        continue;
      }
      if (span.state() == SpanState.UNKNOWN) {
        unjudged.put(name, "fault " + fault.fault() + ": " + span.detail());
        continue;
      }
      low.add((double) span.lowMillis());
      high.add(span.highOrInfinite());
      // A length that was not seen, or not to its end, is none of its own.
      best.add(span.state() == SpanState.ENDED ? (double) span.millis() : span.highOrInfinite());
    }
    if (!best.isEmpty()) {
      put(name + ".max", RunMeasures::greatest, best, low, high);
      put(name + ".median", RunMeasures::median, best, low, high);
    }
  }

  private void put(
      String metric,
      ToDoubleFunction<List<Double>> of,
      List<Double> best,
      List<Double> low,
      List<Double> high) {
    metrics.put(metric, of.applyAsDouble(best));
    bounds.put(metric, new Bounds(of.applyAsDouble(low), of.applyAsDouble(high)));
  }

  private static double greatest(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  private static double median(List<Double> values) {
    return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /**
   * The latest over all faults that hit. A step that a fault has and that did not come is infinite:
   * a fault that was never restored must not look better than one that was.
   */
  private void step(String step, List<FaultResult> faults) {
    String name = step.replace(' ', '-');
    double greatest = Double.NEGATIVE_INFINITY;
    String missing = "";
    for (FaultResult fault : faults) {
      if (fault.impact() != Impact.HIT || fault.notApplicable().containsKey(step)) {
        continue;
      }
      StepResult known =
          fault.steps().stream().filter(s -> s.step().equals(step)).findFirst().orElse(null);
      if (known != null) {
        greatest = Math.max(greatest, (double) known.maxMillis());
      } else if (declared.test(fault.fault(), step)) {
        greatest = Double.POSITIVE_INFINITY;
      } else {
        missing = "fault " + fault.fault() + ": the engine did not say when, nor that it would";
      }
    }
    if (greatest > Double.NEGATIVE_INFINITY) {
      metrics.put(name + ".max", greatest);
    }
    if (!missing.isEmpty()) {
      unjudged.put(name, missing);
    } else if (greatest == Double.NEGATIVE_INFINITY) {
      unjudged.put(name, "no fault has this step");
    }
  }

  /** Pauses after which the engine gave to others what a process had that still lived. */
  private void falseAlarms(Evidence evidence, List<FaultResult> faults) {
    List<FaultResult> pauses =
        faults.stream()
            .filter(fault -> !fault.does().deadly() && fault.impact() == Impact.HIT)
            .toList();
    if (pauses.isEmpty()) {
      unjudged.put(Metrics.FALSE_ALARMS, "nothing that held work was paused");
      return;
    }
    List<Integer> numbers = pauses.stream().map(FaultResult::fault).toList();
    List<Evidence.FaultTimes> paused =
        evidence.faults().stream().filter(f -> numbers.contains(f.fault())).toList();
    if (paused.stream().anyMatch(f -> f.declared() == null && f.transitions().isEmpty())) {
      unjudged.put(
          Metrics.FALSE_ALARMS, "the engine said nothing after a pause, nor that it would");
      return;
    }
    long alarms =
        paused.stream()
            .filter(f -> f.transitions().stream().anyMatch(t -> t.step() == Step.REASSIGNED))
            .count();
    metrics.put(Metrics.FALSE_ALARMS, (double) alarms);
  }

  private void notJudged(Evidence evidence, List<FaultResult> faults) {
    String why = evidence.faults().isEmpty() ? "no fault was carried out" : "";
    for (FaultResult fault : faults) {
      if (fault.impact() == Impact.NOT_CONFIRMED) {
        why = "fault " + fault.fault() + " was not confirmed: it may not have happened";
      } else if (fault.impact() == Impact.NONE) {
        why = "no victim of fault " + fault.fault() + " held work";
      } else if (fault.impact() == Impact.NOT_KNOWN) {
        why =
            "nobody tells whether a victim of fault %s held work, and the output does not show it"
                .formatted(fault.fault());
      }
    }
    if (!why.isEmpty()) {
      for (String name : List.of("outage", "disrupted", "recovery")) {
        unjudged.put(name, why);
      }
    }
  }

  Measures measures() {
    return new Measures(metrics, bounds, unjudged, details);
  }
}
