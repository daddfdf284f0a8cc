package dev.rebound.lab.runner;

import dev.rebound.analysis.result.Results;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.Shortening;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The control of an experiment: what its runs are held against. The same without faults, or with
 * the settings that the file names. Pure.
 */
public final class Controls {
  private Controls() {}

  /** What the control of an experiment runs. */
  public static Experiment of(Experiment experiment) {
    Experiment.Counterpart counterpart = experiment.counterpart();
    return counterpart == null ? withoutFaults(experiment) : counterpart.experiment();
  }

  /** The same without faults and what bounds them. */
  public static Experiment withoutFaults(Experiment e) {
    return new Experiment(
        e.name() + "-control",
        e.description(),
        e.seed(),
        e.repetitions(),
        false,
        e.scale(),
        e.shortened(),
        e.kafka(),
        e.engine(),
        e.workload(),
        e.load(),
        e.shortened().isEmpty() ? e.phases() : e.phases().faultsAtMost(Shortening.CONTROL),
        List.of(),
        e.expect().stream()
            .filter(
                x ->
                    List.of("recovery", "outage", "disrupted").stream()
                        .noneMatch(name -> x.metric().startsWith(name)))
            .toList(),
        e.sustain(),
        e.rig(),
        e.cores(),
        "# The control of "
            + e.name()
            + ": run without its faults, and without bounds on recovery.\n"
            + e.resolvedYaml(),
        null);
  }

  /** The same results with the difference to a control run filled in. */
  public static Results against(Results results, Results control) {
    Map<String, Double> difference = new HashMap<>();
    results
        .metrics()
        .forEach(
            (name, value) ->
                Optional.ofNullable(control.metrics().get(name))
                    .filter(other -> Double.isFinite(other) && Double.isFinite(value))
                    .ifPresent(other -> difference.put(name, value - other)));
    return with(results, difference, control.differs());
  }

  /** The same results with the difference to a control, and the settings in which that differs. */
  static Results with(
      Results results, Map<String, Double> difference, Map<String, String> differs) {
    return new Results(
        results.version(),
        results.runId(),
        results.name(),
        results.engine(),
        results.engineVersion(),
        results.guarantee(),
        results.profile(),
        results.control(),
        results.scale(),
        results.verdict(),
        results.interrupted(),
        results.faults(),
        results.audits(),
        results.latencies(),
        results.judgements(),
        results.warnings(),
        results.metrics(),
        results.unjudged(),
        results.bounds(),
        difference,
        results.shortened(),
        differs);
  }
}
