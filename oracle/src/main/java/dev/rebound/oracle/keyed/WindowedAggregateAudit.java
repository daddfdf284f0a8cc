package dev.rebound.oracle.keyed;

import dev.rebound.oracle.due.Lookup;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import java.util.Objects;
import java.util.function.Supplier;

/** Judges updates of windows of keys, of which the number of the window is the sequence. */
public record WindowedAggregateAudit(AggregateAudit states, TumblingKeys windows)
    implements StateAudit {
  /**
   * What judges updates of windows.
   *
   * @param inputs by window
   */
  public static StateAudit.Maker states(
      TumblingKeys windows, KeyedInputs inputs, DecimalAmounts amounts) {
    return (exact, diverged) ->
        new WindowedAggregateAudit(
            new AggregateAudit(
                inputs, amounts, windows::name, true, windows::open, exact, diverged),
            windows);
  }

  @Override
  public void wrong(Observation seen, Lookup at, Supplier<String> words) {
    states.wrong(seen, at, words);
  }

  @Override
  public void readout(Observation seen) {
    states.readout(new InWindow(seen, windows.ofKey(seen.key(), seen.sequence())));
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    StateJudgement judged = states.judge(unfinished);
    String why = windows.unjudged();
    return why == null
        ? judged
        : new StateJudgement(
            judged.excess(),
            Objects.requireNonNullElse(judged.excessUnknown(), why),
            Objects.requireNonNullElse(judged.unjudged(), why),
            Objects.requireNonNullElse(judged.lostUnknown(), why),
            judged.notJudged());
  }

  /** An update, whose key is its window. */
  private record InWindow(Observation seen, int window) implements Observation.Like {
    @Override
    public long identityLow() {
      return window;
    }
  }
}
