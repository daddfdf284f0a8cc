package dev.rebound.lab.recovery;

import dev.rebound.lab.check.Checker;
import dev.rebound.lab.recovery.Analysis.PhaseTimes;
import dev.rebound.lab.result.Metrics;
import dev.rebound.lab.result.Results.Audit;
import dev.rebound.lab.result.Results.FaultResult;
import dev.rebound.lab.result.Results.Finding;
import dev.rebound.lab.result.Results.Latency;
import dev.rebound.lab.result.Results.Span;
import dev.rebound.lab.result.Results.StepResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The numbers that expectations can name, and those that could not be had with the reason. */
final class Numbers {
  private final Map<String, Double> metrics = new TreeMap<>();
  private final Map<String, String> unjudged = new TreeMap<>();

  Numbers(
      Analysis analysis,
      Checker checker,
      List<Audit> audits,
      List<FaultResult> faults,
      List<Latency> latencies,
      Grid grid) {
    for (Audit audit : audits) {
      if (audit.judged()) {
        for (Finding finding : audit.findings()) {
          metrics.put(finding.kind(), (double) finding.count());
        }
      }
    }
    metrics.put("excess", (double) checker.excess());
    unjudged.putAll(checker.unjudged());
    for (Latency latency : latencies) {
      latency(latency);
    }
    spans("outage", faults, FaultResult::outage);
    spans("recovery", faults, FaultResult::recovery);
    for (String step : List.of("detected", "reassigned", "restored", "first output")) {
      step(step, faults);
    }
    falseAlarms(faults);
    notJudged(analysis, faults);
    for (PhaseTimes phase : analysis.phases()) {
      outputRate(phase, grid);
    }
  }

  private void outputRate(PhaseTimes phase, Grid grid) {
    int from = grid.bucket(phase.startMicros());
    int to = grid.bucket(phase.endMicros());
    if (Metrics.PHASES.contains(phase.phase()) && to > from) {
      double seconds = (to - from) * grid.bucketMillis() / 1000.0;
      metrics.put("output.rate." + phase.phase(), grid.seen(from, to) / seconds);
    }
  }

  private void latency(Latency latency) {
    String prefix = latency.phase() + (latency.kind().equals("append") ? ".latency." : ".visible.");
    put(prefix + "p50", latency.p50());
    put(prefix + "p90", latency.p90());
    put(prefix + "p95", latency.p95());
    put(prefix + "p99", latency.p99());
    put(prefix + "p999", latency.p999());
    put(prefix + "max", latency.max());
  }

  private void put(String metric, @Nullable Double value) {
    if (value == null) {
      unjudged.put(metric, "no output is due for a record of this phase");
    } else {
      metrics.put(metric, value);
    }
  }

  /** Greatest and median over the faults that hit; one that never ended makes both infinite. */
  private void spans(String name, List<FaultResult> faults, Function<FaultResult, Span> of) {
    List<Double> values = new ArrayList<>();
    for (FaultResult fault : faults) {
      Span span = of.apply(fault);
      if (!fault.impact().equals("hit")) {
        continue;
      }
      switch (span.state()) {
        case Recoveries.UNENDED -> values.add(Double.POSITIVE_INFINITY);
        case Recoveries.UNKNOWN ->
            unjudged.put(name, "fault " + fault.fault() + ": " + span.detail());
        default -> values.add((double) span.millis());
      }
    }
    summary(name, values);
  }

  private void summary(String name, List<Double> values) {
    if (values.isEmpty()) {
      return;
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int n = sorted.length;
    metrics.put(name + ".max", sorted[n - 1]);
    double low = sorted[(n - 1) / 2];
    double high = sorted[n / 2];
    metrics.put(name + ".median", low == high ? low : (low + high) / 2);
  }

  private void step(String step, List<FaultResult> faults) {
    double[] greatest =
        faults.stream()
            .filter(fault -> fault.impact().equals("hit"))
            .flatMap(fault -> fault.steps().stream())
            .filter(result -> result.step().equals(step))
            .mapToDouble(StepResult::maxMillis)
            .toArray();
    String name = step.replace(' ', '-');
    if (greatest.length > 0) {
      metrics.put(name + ".max", Arrays.stream(greatest).max().getAsDouble());
    } else {
      unjudged.put(name, "no fault has this step");
    }
  }

  /** Pauses after which the engine gave to others what a process had that still lived. */
  private void falseAlarms(List<FaultResult> faults) {
    List<FaultResult> pauses =
        faults.stream()
            .filter(fault -> fault.kind().equals("pause") && fault.impact().equals("hit"))
            .toList();
    if (pauses.isEmpty()) {
      unjudged.put(Metrics.FALSE_ALARMS, "nothing that held work was paused");
      return;
    }
    long alarms =
        pauses.stream()
            .filter(
                fault ->
                    fault.steps().stream().anyMatch(step -> step.step().startsWith("reassigned")))
            .count();
    metrics.put(Metrics.FALSE_ALARMS, (double) alarms);
  }

  private void notJudged(Analysis analysis, List<FaultResult> faults) {
    String why = analysis.faults().isEmpty() ? "no fault was carried out" : "";
    for (FaultResult fault : faults) {
      if (fault.impact().equals("not confirmed")) {
        why = "fault " + fault.fault() + " was not confirmed: it may not have happened";
      } else if (fault.impact().equals("no impact")) {
        why = "no victim of fault " + fault.fault() + " held work";
      }
    }
    if (!why.isEmpty()) {
      unjudged.put("outage", why);
      unjudged.put("recovery", why);
    }
  }

  Map<String, Double> metrics() {
    return metrics;
  }

  Map<String, String> unjudged() {
    return unjudged;
  }
}
