package dev.rebound.lab.kafka;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Which brokers led a partition of the run's topics when brokers told it last. */
final class KnownLeaders {
  /** A fault waits for an answer. */
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private Set<String> last = Set.of();
  private boolean told = true;

  /**
   * Asks who leads, and names those of before where nobody tells in time. Where none of them lives,
   * all that live may lead: a dead one is named until it is found out.
   *
   * @param living names of the brokers that live
   * @param brokers asked within a limit; empty if none told
   */
  synchronized Set<String> among(
      Set<String> living, Function<Duration, Optional<Set<String>>> brokers) {
    Optional<Set<String>> now = brokers.apply(LIMIT);
    last = now.orElse(last);
    Set<String> leading = new HashSet<>(last);
    leading.retainAll(living);
    told = now.isPresent() && !leading.isEmpty();
    return leading.isEmpty() ? living : leading;
  }

  /** Whether a broker that lives was told of when they were asked last. */
  synchronized boolean told() {
    return told;
  }
}
