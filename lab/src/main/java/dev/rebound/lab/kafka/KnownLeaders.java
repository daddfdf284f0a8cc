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
   * Asks who leads, and names those of before where nobody tells in time; of these, all that live
   * may lead if none lives.
   *
   * @param living names of the brokers that live
   * @param brokers asked within a limit; empty if none told
   */
  synchronized Set<String> among(
      Set<String> living, Function<Duration, Optional<Set<String>>> brokers) {
    Optional<Set<String>> now = brokers.apply(LIMIT);
    told = now.isPresent();
    last = now.orElse(last);
    Set<String> leading = new HashSet<>(last);
    leading.retainAll(living);
    return told || !leading.isEmpty() ? leading : living;
  }

  /** Whether brokers told it when they were asked last. */
  synchronized boolean told() {
    return told;
  }
}
