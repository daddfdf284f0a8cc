package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Lookup;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.StateAudit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds what outputs contain against what they must, each appearance by itself.
 *
 * @param wrong what of an output is wrong, in words; null if nothing is
 */
public record ContentAudit(Function<Observation, @Nullable String> wrong, FindingSink diverged)
    implements StateAudit {
  @Override
  public boolean first(Observation output) {
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
}
