package dev.rebound.campaign;

import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.result.Results;
import dev.rebound.analysis.result.Verdict;

/**
 * How a run ended.
 *
 * @param broken why it is of no use, as its rig broke, or it ended before its time; else empty
 * @param unmeasured why it measured none of its faults; else empty. Such a run is done once more,
 *     and then it stands: who repeats until something is measured leaves out what cannot be
 */
public record RunEnd(Verdict verdict, boolean interrupted, String broken, String unmeasured) {
  /** What the results of a run tell of its end. */
  public static RunEnd of(Results results) {
    String broken =
        results.warnings().stream()
            .filter(
                warning ->
                    warning.code().equals(Doubt.RUN_BROKEN.code())
                        || warning.code().equals(Doubt.ENDED_EARLY.code()))
            .map(Results.RigDoubt::message)
            .findFirst()
            .orElse("");
    return new RunEnd(results.verdict(), results.interrupted(), broken, results.unmeasured());
  }

  /** Whether it need not be done once more. */
  public boolean settles(boolean lastAttempt) {
    return broken.isEmpty() && (unmeasured.isEmpty() || lastAttempt);
  }

  /** Why it is done once more. */
  public String problem() {
    return broken.isEmpty() ? unmeasured : broken;
  }
}
