package dev.rebound.lab.harm;

import dev.rebound.lab.platform.Confirmation;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.platform.Signal;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A harmful act on members of a cluster, as a value that carries itself out: it harms one, proves
 * it, and heals it. When it comes, whom it hits and what becomes of the proof is the caller's.
 * Immutable.
 */
public interface Harm {
  /** Its key in experiment files, and its word in journal and results. */
  String kind();

  /** What is done, as the journal has it: {@code kill (SIGKILL)}. */
  String words();

  /** What is done, as a plan has it, to members of a role of which there are so many. */
  String planned(String role, int members);

  /** The signal that it begins with. */
  Signal signal();

  /** How many members it wants, of so many that live. */
  int victims(int living);

  /**
   * True if it harms a few of its victims at a time ({@link #atOnce}), and the next ones when those
   * are back at work; false if it harms all of them at once.
   */
  default boolean inTurns() {
    return false;
  }

  /** How many victims it harms at a time. */
  default int atOnce() {
    return Integer.MAX_VALUE;
  }

  /** In turns: within what time after it was healed a victim must be back at work. */
  default Duration backWithin() {
    return Duration.ZERO;
  }

  /**
   * Harms one member; returns once that is proven or was given up, which may take long. Several
   * members may be harmed at once, each by a thread of its own.
   *
   * @param micros wall clock, microseconds since the epoch
   */
  default Confirmation apply(Node victim, LongSupplier micros) {
    return victim.signal(signal());
  }

  /** How long {@link #apply} may take at most; what takes longer is taken for unproven. */
  default Duration provenWithin() {
    return Duration.ofSeconds(60);
  }

  /** In what it came about otherwise than was asked for, though it did; empty if in nothing. */
  default Optional<Wrong> otherwise(Node victim, Confirmation confirmation) {
    return Optional.empty();
  }

  /** When a victim is to be healed, microseconds since the epoch; null if it never is. */
  @Nullable Long healingMicros(Confirmation confirmation);

  /**
   * Heals a victim and says what was seen of it. Throws {@link
   * dev.rebound.analysis.ReboundException} if it cannot be tried.
   */
  Healed heal(Node victim);

  /** True if its victims' processes end. */
  boolean deadly();

  /** How long a victim is away: from its death, or else from the signal; null if it stays away. */
  @Nullable Duration away();

  /** False if victims come back under another identity. */
  default boolean sameIdentity() {
    return true;
  }

  /** About how long it takes from the first signal until the last victim was healed. */
  default Duration lasts(int members) {
    Duration away = away();
    return away == null ? Duration.ZERO : away;
  }
}
