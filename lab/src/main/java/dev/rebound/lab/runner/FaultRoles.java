package dev.rebound.lab.runner;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.part.Part;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Refuses faults on roles that a run does not have, before anything starts: such a fault would find
 * no victim, and the run would end in unknown.
 */
final class FaultRoles {
  private FaultRoles() {}

  /**
   * How many members of a role a run starts: those that are planned, or, where an engine's own
   * daemons start them, what the file says.
   */
  static int members(Experiment experiment, Map<String, Integer> planned, String role) {
    return planned.getOrDefault(
        role,
        role.equals("worker") ? experiment.engine().workers() + experiment.engine().spares() : 1);
  }

  /**
   * Throws {@link ReboundException} for a fault on any other role.
   *
   * @param parts of the run
   */
  static void require(Experiment experiment, List<Part> parts) {
    Set<String> roles = new TreeSet<>();
    parts.forEach(part -> roles.addAll(part.roles()));
    for (ScheduledFault fault : experiment.faults()) {
      if (!roles.contains(fault.role())) {
        throw ReboundException.badInput(
            "%s: a fault names the role %s, which a run of %s does not have"
                .formatted(experiment.name(), fault.role(), experiment.engine().name()),
            "Name one of " + String.join(", ", roles) + ".");
      }
    }
  }
}
