package dev.rebound.lab.kafka;

import dev.rebound.lab.fault.NamedMembers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who led a partition, and who followed, when brokers told it last. */
final class KnownReplicas {
  /** A fault waits for an answer. */
  private static final Duration LIMIT = Duration.ofSeconds(1);

  /** The first question comes before the faults, and without an answer nobody could be hit. */
  private static final Duration FIRST_LIMIT = Duration.ofSeconds(30);

  private @Nullable Replicas last;
  private boolean asked;

  /**
   * Asks who leads, and names those of before where nobody tells in time.
   *
   * @param which a word of {@link dev.rebound.lab.fault.FaultOption#WHICH}
   * @param brokers asked within a limit; empty if none told
   */
  synchronized NamedMembers named(String which, Function<Duration, Optional<Replicas>> brokers) {
    Optional<Replicas> told = brokers.apply(asked ? LIMIT : FIRST_LIMIT);
    asked = true;
    Replicas known = told.isPresent() ? told.get() : last;
    last = known;
    return new NamedMembers(known == null ? Set.of() : known.named(which), told.isPresent());
  }
}
