package dev.rebound.lab.experiment;

import java.util.Optional;

/** Where a capacity that was measured can be looked up. */
@FunctionalInterface
public interface Capacities {
  /**
   * The capacity of the job of an experiment on this machine.
   *
   * @param resolvedYaml the experiment, resolved
   */
  Optional<Capacity> of(String resolvedYaml);
}
