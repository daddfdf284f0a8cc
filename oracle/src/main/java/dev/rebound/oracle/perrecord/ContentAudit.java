package dev.rebound.oracle.perrecord;

import dev.rebound.oracle.due.FindingSink;
import dev.rebound.oracle.due.Observation;
import dev.rebound.oracle.due.OutputLookup;
import dev.rebound.oracle.due.StateAudit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds what outputs contain against what they must, each appearance by itself.
 *
 * @param what words on what is wrong
 * @param wrong what of an output is wrong, in words; null if nothing is
 */
public record ContentAudit(
    String what, Function<Observation, @Nullable String> wrong, FindingSink diverged)
    implements StateAudit {
  /** The words on an output that is held against its input. */
  public static final String OF_INPUT = "other content than its input's: ";

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
  public void wrong(Observation output, OutputLookup at, Supplier<String> words) {
    diverged.add(at.inputLane(), at.inputOffset(), () -> what + wrong.apply(output) + words.get());
  }
}
