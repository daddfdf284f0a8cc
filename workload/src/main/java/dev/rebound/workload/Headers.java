package dev.rebound.workload;

import org.jspecify.annotations.Nullable;

/** What stands beside the value of a record that was read: its headers, and its key. */
@FunctionalInterface
public interface Headers {
  /**
   * The value of the last header of a name; null if there is none. The last one counts where a job
   * adds its own to those that it copies.
   */
  byte @Nullable [] last(String name);

  /** The record's key; null if it has none, or if nobody kept it. */
  default byte @Nullable [] key() {
    return null;
  }
}
