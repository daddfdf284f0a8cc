package dev.rebound.workload;

import dev.rebound.workload.due.FindingSink;
import dev.rebound.workload.due.Lookup;
import dev.rebound.workload.due.Observation;
import dev.rebound.workload.due.StateAudit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Holds what outputs contain against what they must, each appearance by itself.
 *
 * <p>The first word that an output says of its state is 0 where nothing of its content was kept, as
 * in files of earlier versions.
 */
final class Contents implements StateAudit {
  private final Predicate<Observation> right;
  private final boolean allKept;
  private final FindingSink diverged;
  private long seen;
  private long kept;

  /**
   * @param right whether an output contains what it must
   * @param allKept whether something is kept of each output
   */
  Contents(Predicate<Observation> right, boolean allKept, FindingSink diverged) {
    this.right = right;
    this.allKept = allKept;
    this.diverged = diverged;
  }

  @Override
  public boolean first(Observation output) {
    seen++;
    kept += output.evidenceHigh() == 0 ? 0 : 1;
    return right.test(output);
  }

  @Override
  public boolean again(Observation output) {
    return first(output);
  }

  @Override
  public boolean inTheEnd(Observation output) {
    return first(output);
  }

  @Override
  public void wrong(Observation output, Lookup at, Supplier<String> words) {
    diverged.add(
        at.inputLane(), at.inputOffset(), () -> "other content than its input's: " + words.get());
  }

  @Override
  public StateJudgement judge() {
    return new StateJudgement(
        allKept && seen > 0 && kept == 0
            ? "nothing was kept of what the outputs contained: the run is of an earlier version"
            : null,
        null);
  }
}
