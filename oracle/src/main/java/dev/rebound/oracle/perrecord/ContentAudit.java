package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Lookup;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Holds what outputs contain against what they must, each appearance by itself. */
public final class ContentAudit implements StateAudit {
  private final Function<Observation, @Nullable String> wrong;
  private final Predicate<Observation> isKept;
  private final FindingSink diverged;
  private long seen;
  private long kept;

  /**
   * @param wrong what of an output is wrong, in words; null if nothing is
   * @param isKept whether something of an output's content was kept, which in files of earlier
   *     versions it may not be
   */
  public ContentAudit(
      Function<Observation, @Nullable String> wrong,
      Predicate<Observation> isKept,
      FindingSink diverged) {
    this.wrong = wrong;
    this.isKept = isKept;
    this.diverged = diverged;
  }

  @Override
  public boolean first(Observation output) {
    seen++;
    kept += isKept.test(output) ? 1 : 0;
    return wrong.apply(output) == null;
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
        at.inputLane(),
        at.inputOffset(),
        () -> "other content than its input's: " + wrong.apply(output) + words.get());
  }

  @Override
  public StateJudgement judge(boolean unfinished) {
    return new StateJudgement(
        seen > 0 && kept == 0
            ? "nothing was kept of what the outputs contained: the run is of an earlier version"
            : null,
        null);
  }
}
