package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.FaultTurns;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.result.Results.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The steps that an engine reported of one recovery, relative to the first signal.
 *
 * <p>A transition after the recovery has ended belongs to something else. A member that detects the
 * fault several times detected it the first time; work that moves or is restored several times is
 * settled the last time.
 *
 * <p>A victim that comes back may cause a second round: work moves to it and is restored there.
 * Where the engine had restored all that it moved before the victim was back, this round is told
 * apart, as "on return". Where it had not, both are one.
 *
 * <p>A fault that hits its victims in turns has as many rounds, each measured from its own signal.
 */
public final class Steps {
  private static final List<Step> ENGINE_STEPS =
      List.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);
  private static final List<Step> RETURN_STEPS = List.of(Step.REASSIGNED, Step.RESTORED);
  private static final List<String> ORDER =
      List.of("detected", "reassigned", "restored", "reassigned on return", "restored on return");

  private Steps() {}

  /**
   * @param untilMicros when the recovery ended
   */
  public static List<StepResult> engine(FaultTimes fault, long untilMicros) {
    FaultTurns turns = fault.turns();
    if (turns != null) {
      return inTurns(fault, turns.signals(), untilMicros);
    }
    return round(fault.transitions(), fault.signalMicros(), fault.returnedMicros(), untilMicros);
  }

  /**
   * Where victims were hit in turns, each turn is a round of its own, measured from its own first
   * signal to that of the next: of each step the least and the greatest of all turns.
   */
  private static List<StepResult> inTurns(FaultTimes fault, List<Long> signals, long untilMicros) {
    Map<String, StepResult> all = new LinkedHashMap<>();
    for (int i = 0; i < signals.size(); i++) {
      long signal = signals.get(i);
      long until =
          i + 1 < signals.size() ? Math.min(untilMicros, signals.get(i + 1) - 1) : untilMicros;
      long back =
          fault.returns().stream().filter(at -> at > signal && at <= until).findFirst().orElse(0L);
      for (StepResult step : round(fault.transitions(), signal, back, until)) {
        all.merge(step.step(), step, Steps::both);
      }
    }
    return all.values().stream()
        .sorted(Comparator.comparingInt(step -> ORDER.indexOf(step.step())))
        .toList();
  }

  private static StepResult both(StepResult a, StepResult b) {
    return new StepResult(
        a.step(),
        Math.min(a.minMillis(), b.minMillis()),
        Math.max(a.maxMillis(), b.maxMillis()),
        a.source(),
        a.maxMillis() >= b.maxMillis() ? a.detail() : b.detail());
  }

  private static List<StepResult> round(
      List<Transition> transitions, long signal, long back, long untilMicros) {
    List<Transition> said =
        transitions.stream()
            .filter(t -> t.atMicros() >= signal && t.atMicros() <= untilMicros)
            .toList();
    if (back <= signal || !settledBefore(said, back)) {
      return steps(said, ENGINE_STEPS, signal, "");
    }
    List<StepResult> steps =
        new ArrayList<>(
            steps(
                said.stream().filter(t -> t.atMicros() < back).toList(), ENGINE_STEPS, signal, ""));
    steps.addAll(
        steps(
            said.stream().filter(t -> t.atMicros() >= back).toList(),
            RETURN_STEPS,
            signal,
            " on return"));
    return steps;
  }

  /** True if work was restored, and none moved after that, before the victim was back. */
  private static boolean settledBefore(List<Transition> said, long back) {
    long restored = last(said, Step.RESTORED, back);
    return restored >= 0 && restored >= last(said, Step.REASSIGNED, back);
  }

  private static long last(List<Transition> said, Step step, long before) {
    return said.stream()
        .filter(t -> t.step() == step && t.atMicros() < before)
        .mapToLong(Transition::atMicros)
        .max()
        .orElse(-1);
  }

  private static List<StepResult> steps(
      List<Transition> transitions, List<Step> which, long signalMicros, String suffix) {
    List<StepResult> steps = new ArrayList<>();
    for (Step step : which) {
      Map<String, Transition> perNode = new HashMap<>();
      for (Transition t : transitions) {
        if (t.step() == step) {
          perNode.merge(t.node(), t, (a, b) -> settled(step, a, b));
        }
      }
      long least = Long.MAX_VALUE;
      Transition last = null;
      for (Transition t : perNode.values()) {
        least = Math.min(least, t.atMicros());
        last = last == null || t.atMicros() > last.atMicros() ? t : last;
      }
      if (last != null) {
        steps.add(
            new StepResult(
                step.name().toLowerCase(Locale.ROOT) + suffix,
                (least - signalMicros) / 1000,
                (last.atMicros() - signalMicros) / 1000,
                "engine",
                "last by " + last.node() + ": " + last.detail()));
      }
    }
    return steps;
  }

  private static Transition settled(Step step, Transition a, Transition b) {
    boolean aIsLater = a.atMicros() > b.atMicros();
    return (step == Step.DETECTED) == aIsLater ? b : a;
  }
}
