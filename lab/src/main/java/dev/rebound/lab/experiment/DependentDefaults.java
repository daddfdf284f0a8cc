package dev.rebound.lab.experiment;

import java.time.Duration;

/** Defaults that depend on other values of the file. */
final class DependentDefaults {
  /** The default of a fault's {@code at} where it has a period. */
  static final Duration FIRST_OF_PERIOD = Duration.ZERO;

  private DependentDefaults() {}

  /** The default of {@code kafka.brokers}: none are started beside a cluster that exists. */
  static long brokers(String bootstrap) {
    return bootstrap.isEmpty() ? 1 : 0;
  }

  /** The default of {@code sustain.p99}: what is committed in batches waits for its batch. */
  static Duration latencyBound(Duration commitInterval) {
    return commitInterval.plusSeconds(1);
  }
}
