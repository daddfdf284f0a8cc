package dev.rebound.workload;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Counts what matched: every match is emitted with the state of its rule after it.
 *
 * @param stateBytes size up to which a rule's state is padded
 */
public record RuleLogic(int stateBytes) implements KeyedLogic {
  /** That of a workload's description. */
  public static RuleLogic of(WorkloadSpec spec) {
    return new RuleLogic(spec.whole(RuleState.SIZE.property()));
  }

  @Override
  public OutputRecord apply(
      byte @Nullable [] kept, Match match, Emitter emitter, Consumer<byte[]> keep) {
    RuleState state = kept == null ? RuleState.EMPTY : RuleState.decode(kept);
    return switch (match.kind()) {
      case DATA -> {
        RuleState next =
            state.step(match.generator(), match.sequence(), match.rule(), match.intendedMicros());
        keep.accept(next.encode(stateBytes));
        yield OutputRecord.of(OutputRecord.OutputKind.MATCH, match, next, emitter);
      }
      case CLOSING -> OutputRecord.of(OutputRecord.OutputKind.READOUT, match, state, emitter);
    };
  }
}
