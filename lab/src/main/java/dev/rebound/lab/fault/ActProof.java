package dev.rebound.lab.fault;

import dev.rebound.platform.Confirmation;
import dev.rebound.platform.Incarnation;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The proof of an act on a target: of a fault, or of its healing.
 *
 * @param life of the process that it hit, or that was there after its healing; null where what it
 *     acted on has none
 * @param beganMicros wall clock just before it began, microseconds since the epoch
 * @param proven true if it was seen to have happened, false if that was given up
 * @param afterMillis from its begin until either
 * @param words what was seen; of what is not healed, what completes a sentence after a name
 * @param otherwise in what it came about otherwise than was asked for, though it did; null if in
 *     nothing
 */
public record ActProof(
    @Nullable Incarnation life,
    long beganMicros,
    boolean proven,
    long afterMillis,
    String words,
    @Nullable FaultProblem otherwise) {

  /** The proof that a signal's confirmation is. */
  static ActProof of(Confirmation c) {
    return new ActProof(
        c.incarnation(), c.signalledMicros(), c.confirmed(), c.afterMillis(), c.detail(), null);
  }

  /** The proof by what is seen now of what began then. */
  public static ActProof now(
      @Nullable Incarnation life,
      long beganMicros,
      LongSupplier micros,
      boolean proven,
      String words) {
    long afterMillis = (micros.getAsLong() - beganMicros) / 1000;
    return new ActProof(life, beganMicros, proven, afterMillis, words, null);
  }

  /** The same in other words. */
  public ActProof words(String other) {
    return new ActProof(life, beganMicros, proven, afterMillis, other, otherwise);
  }
}
