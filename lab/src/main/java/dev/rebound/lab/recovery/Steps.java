package dev.rebound.lab.recovery;

import dev.rebound.lab.engine.Step;
import dev.rebound.lab.engine.Transition;
import dev.rebound.lab.result.Results.StepResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The steps that an engine reported of one recovery, relative to the first signal.
 *
 * <p>What an engine says after the recovery has ended belongs to something else. A member that
 * detects the fault several times detected it the first time; work that moves or is restored
 * several times is settled the last time.
 */
final class Steps {
  private static final List<Step> ENGINE_STEPS =
      List.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED);

  private Steps() {}

  /**
   * @param untilMicros when the recovery ended
   */
  static List<StepResult> engine(
      List<Transition> transitions, long signalMicros, long untilMicros) {
    List<StepResult> steps = new ArrayList<>();
    for (Step step : ENGINE_STEPS) {
      Map<String, Transition> perNode = new HashMap<>();
      for (Transition t : transitions) {
        if (t.step() == step && t.atMicros() >= signalMicros && t.atMicros() <= untilMicros) {
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
                step.name().toLowerCase(Locale.ROOT),
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
