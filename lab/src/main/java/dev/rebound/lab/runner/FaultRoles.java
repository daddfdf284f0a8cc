package dev.rebound.lab.runner;

import dev.rebound.analysis.ReboundException;
import dev.rebound.lab.engine.Engine;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.Fault;
import java.util.Set;
import java.util.TreeSet;

/**
 * Refuses faults on roles that an engine does not have, before anything starts: such a fault would
 * find no victim, and the run would end in unknown.
 */
final class FaultRoles {
  private FaultRoles() {}

  /** How many members of a role a run starts, as far as its file says; 1 for any other role. */
  static int members(Experiment experiment, String role) {
    return switch (role) {
      case "worker" -> experiment.engine().workers() + experiment.engine().spares();
      case "broker" -> experiment.kafka().brokers();
      default -> 1;
    };
  }

  static void require(Experiment experiment, Engine engine) {
    Set<String> roles = new TreeSet<>(engine.capabilities().roles());
    if (experiment.kafka().ours()) {
      roles.add("broker");
    }
    for (Fault fault : experiment.faults()) {
      if (!roles.contains(fault.role())) {
        throw new ReboundException(
            ReboundException.Cause.BAD_INPUT,
            experiment.name()
                + ": a fault names the role "
                + fault.role()
                + ", which a run of "
                + engine.name()
                + " does not have",
            "Name one of " + String.join(", ", roles) + ".");
      }
    }
  }
}
