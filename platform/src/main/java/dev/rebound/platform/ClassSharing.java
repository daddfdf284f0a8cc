package dev.rebound.platform;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/** A platform on which processes can share the classes that earlier ones have loaded. */
public interface ClassSharing {
  /**
   * Makes what lets later starts, of this run and others, load their classes sooner, where living
   * nodes ask for it and it is absent. Archives that cannot be made are left out.
   *
   * @param limit for all of it
   * @param stop asked often; true ends it
   * @param absent told how many are absent, before any is made, if there are any
   * @return how many were made
   */
  int shareClasses(Duration limit, BooleanSupplier stop, IntConsumer absent);
}
