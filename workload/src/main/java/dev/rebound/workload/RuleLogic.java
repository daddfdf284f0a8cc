package dev.rebound.workload;

/**
 * The second stage of every job: applies a match to its rule's state and says what to emit. Pure
 * and immutable; the engine keeps the state.
 */
public final class RuleLogic {
  private final int node;
  private final int incarnation;

  /**
   * @param node number of the node that emits
   * @param incarnation of that node, from 1
   */
  public RuleLogic(int node, int incarnation) {
    this.node = node;
    this.incarnation = incarnation;
  }

  /**
   * The effect of a match.
   *
   * @param state the rule's state from now on
   * @param changed whether it differs from before, so that it has to be stored
   * @param output what to emit
   */
  public record AppliedMatch(RuleState state, boolean changed, OutputRecord output) {}

  /**
   * Applies a match to the state of its rule ({@link RuleState#EMPTY} if there is none yet). A
   * closing record leaves the state alone and reads it out.
   */
  public AppliedMatch apply(RuleState state, Match match) {
    return switch (match.kind()) {
      case DATA -> {
        RuleState next =
            state.step(match.generator(), match.sequence(), match.rule(), match.intendedMicros());
        yield new AppliedMatch(next, true, output(OutputRecord.OutputKind.MATCH, next, match));
      }
      case CLOSING ->
          new AppliedMatch(state, false, output(OutputRecord.OutputKind.READOUT, state, match));
    };
  }

  private OutputRecord output(OutputRecord.OutputKind kind, RuleState state, Match match) {
    return new OutputRecord(
        kind,
        match.generator(),
        match.rule(),
        match.sequence(),
        match.intendedMicros(),
        state.count(),
        state.checksum(),
        state.firstMicros(),
        state.lastMicros(),
        node,
        incarnation);
  }
}
