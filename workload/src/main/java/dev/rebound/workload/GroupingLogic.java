package dev.rebound.workload;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Counts every record of a key, and emits the count after those that come out. */
record GroupingLogic(RuleLogic counting, Grouping.DrawnOutputs drawn) implements KeyedLogic {
  /** That of a workload's description. */
  static GroupingLogic of(WorkloadSpec spec) {
    return new GroupingLogic(RuleLogic.of(spec), Grouping.DrawnOutputs.of(spec));
  }

  @Override
  public @Nullable OutputRecord apply(
      byte @Nullable [] kept, Match match, Emitter emitter, Consumer<byte[]> keep) {
    OutputRecord output = counting.apply(kept, match, emitter, keep);
    boolean comesOut =
        match.kind() == RecordFormat.RecordKind.CLOSING
            || drawn.has(match.generator(), match.sequence());
    return comesOut ? output : null;
  }
}
