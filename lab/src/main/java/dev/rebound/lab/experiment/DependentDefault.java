package dev.rebound.lab.experiment;

import dev.rebound.analysis.units.Quantity;
import dev.rebound.analysis.units.Quantity.Malformed;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The default of a key where other values of the file make it. */
@FunctionalInterface
interface DependentDefault {
  /** None are started beside a cluster that exists. */
  DependentDefault BROKERS =
      values -> {
        String bootstrap = values.apply(".bootstrap");
        return bootstrap == null || bootstrap.isEmpty() ? "1" : "0";
      };

  /** The first time of what has a period. */
  DependentDefault FIRST_OF_PERIOD = values -> values.apply(".every") == null ? null : "0s";

  /** What is committed in batches waits for its batch. */
  DependentDefault LATENCY_BOUND =
      values -> {
        String interval = values.apply("engine.commit-interval");
        try {
          Duration wait = Quantity.duration(interval == null ? "" : interval);
          return Quantity.text(wait.plusSeconds(1));
        } catch (Malformed e) {
          return null;
        }
      };

  /**
   * As a file would write it; null if there is none beside these.
   *
   * @param values key, dotted from the file's top or after a dot from the section, to value as a
   *     file would write it; null where there is none
   */
  @Nullable String of(UnaryOperator<@Nullable String> values);
}
