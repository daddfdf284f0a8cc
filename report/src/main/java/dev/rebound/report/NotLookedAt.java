package dev.rebound.report;

import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results;
import dev.rebound.workload.Events;
import java.util.Optional;

/** Says of a run without an oracle what its verdict does not speak of. Pure. */
final class NotLookedAt {
  private NotLookedAt() {}

  /** True if nothing says what must come out, so that no output was held against anything. */
  static boolean in(Results results) {
    return results.unjudged().containsValue(Events.NONE);
  }

  /** A sentence beside the verdict; empty if outputs were audited. */
  static Optional<String> sentence(Results results) {
    return in(results)
        ? Optional.of("Not looked at: lost, duplicated, values (oracle none).")
        : Optional.empty();
  }

  /** What a count of inputs is, where it may be taken for one of outputs; empty elsewhere. */
  static Optional<String> beside(Results.Judgement judgement, Results results) {
    return in(results) && judgement.metric().equals(FindingKind.LOST_BY_KAFKA.toString())
        ? Optional.of(
            "of the inputs that the brokers had acknowledged, not of the program's output")
        : Optional.empty();
  }
}
