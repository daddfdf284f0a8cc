package dev.rebound.workload;

import org.jspecify.annotations.Nullable;

/** The headers of a record that was read. */
@FunctionalInterface
public interface Headers {
  /**
   * The value of the last header of a name; null if there is none. The last one counts where a job
   * adds its own to those that it copies.
   */
  byte @Nullable [] last(String name);
}
