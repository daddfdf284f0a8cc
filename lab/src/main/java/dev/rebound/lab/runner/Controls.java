package dev.rebound.lab.runner;

import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Doubts;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ExperimentBuilder;
import dev.rebound.lab.experiment.Shortening;
import java.util.ArrayList;
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

  /** The experiment that the control of another one runs. */
  public static Experiment of(Experiment experiment) {
    Experiment.Counterpart counterpart = experiment.counterpart();
    return counterpart == null ? withoutFaults(experiment) : counterpart.experiment();
  }

  /** The same without faults and what bounds them. */
  public static Experiment withoutFaults(Experiment e) {
    return ExperimentBuilder.builder(e)
        .name(e.name() + "-control")
        .control(false)
        .phases(e.shortened().isEmpty() ? e.phases() : e.phases().faultsAtMost(Shortening.CONTROL))
        .faults(List.of())
        .expect(e.expect().stream().filter(x -> !Metrics.isOfFaults(x.metric())).toList())
        .resolvedYaml(
            "# The control of %s: run without its faults, and without bounds on recovery.\n%s"
                .formatted(e.name(), e.resolvedYaml()))
        .counterpart(null)
        .beside(e.beside().stream().map(Controls::withoutFaults).toList())
        .build();
  }

  /**
   * The same results with the difference to a control run filled in, of what is beyond doubt in
   * both. A control that did not pass, or whose rig is in doubt, is told as a warning; what was
   * said of one that they were held against before is not.
   */
  public static Results against(Results results, Results control) {
    Map<String, Double> difference = new HashMap<>();
    results
        .metrics()
        .forEach(
            (name, value) ->
                Optional.ofNullable(control.metrics().get(name))
                    .filter(other -> Double.isFinite(other) && Double.isFinite(value))
                    .filter(other -> known(name, results) && known(name, control))
                    .ifPresent(other -> difference.put(name, value - other)));
    Results compared =
        results.against(difference, control.differs()).toBuilder()
            .controlVerdict(control.verdict())
            .warnings(
                results.warnings().stream()
                    .filter(warning -> !warning.code().equals(Doubt.CONTROL_IN_DOUBT))
                    .toList())
            .build();
    return inDoubt(control).map(doubt -> doubting(compared, doubt)).orElse(compared);
  }

  /** The same results without a difference, as there is no control to hold them against. */
  public static Results without(Results results, String why) {
    return doubting(
        results.toBuilder().controlVerdict(Verdict.UNKNOWN).build(),
        new Results.RigDoubt(
            Doubt.CONTROL_IN_DOUBT,
            why,
            "Make its control, too (of a study, by the same command without --no-controls), or"
                + " write control: false."));
  }

  /** The same of a run that was to have a control: until that is done, this is what it leaves. */
  static Results withoutAny(Results results) {
    return without(
        results, "there is no control yet: it was left for later, or Rebound ended before it");
  }

  /**
   * Whether results tell what became of a control. Those of an earlier build have a difference to
   * it, or a doubt of it.
   */
  static boolean isTold(Results results) {
    return results.controlVerdict() != null
        || !results.difference().isEmpty()
        || results.warnings().stream()
            .anyMatch(warning -> warning.code().equals(Doubt.CONTROL_IN_DOUBT));
  }

  /** Results that were judged again, held against the same control as before. */
  static Results asBefore(Results again, Results before) {
    Optional<Results.RigDoubt> doubt =
        before.warnings().stream()
            .filter(warning -> warning.code().equals(Doubt.CONTROL_IN_DOUBT))
            .findFirst();
    // Results of an earlier build tell of a control in doubt, and not whether that one passed.
    Verdict verdict =
        doubt.isPresent() && before.controlVerdict() == null
            ? Verdict.UNKNOWN
            : before.controlVerdict();
    Results compared =
        again.against(before.difference(), before.differs()).toBuilder()
            .controlVerdict(verdict)
            .build();
    return doubt.map(warning -> doubting(compared, warning)).orElse(compared);
  }

  private static boolean known(String metric, Results results) {
    Results.Bounds between = results.bounds().get(metric);
    return (between == null || Double.isFinite(between.high()))
        && Doubts.ofNumber(metric, results).isEmpty();
  }

  private static Results doubting(Results results, Results.RigDoubt doubt) {
    List<Results.RigDoubt> warnings = new ArrayList<>(results.warnings());
    warnings.add(doubt);
    return results.toBuilder().warnings(List.copyOf(warnings)).build();
  }

  /** Why the difference to a control tells less than it should; empty if it is beyond doubt. */
  private static Optional<Results.RigDoubt> inDoubt(Results control) {
    List<String> reasons = new ArrayList<>();
    if (control.verdict() != Verdict.PASS) {
      control.judgements().stream()
          .filter(judgement -> judgement.verdict() == control.verdict())
          .findFirst()
          .ifPresentOrElse(
              j -> reasons.add(control.verdict() + " in " + j.metric() + " (" + j.why() + ")"),
              () -> reasons.add("its verdict is " + control.verdict()));
    }
    control.warnings().stream()
        .filter(warning -> !warning.allowed() && !warning.touches().isEmpty())
        .map(warning -> warning.code() + ": " + warning.message())
        .distinct()
        .forEach(reasons::add);
    return reasons.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Results.RigDoubt(
                Doubt.CONTROL_IN_DOUBT,
                "the control is no sure ground: %s. What is in doubt there has no difference here"
                    .formatted(String.join("; ", reasons)),
                "See the control's report; run both again."));
  }
}
