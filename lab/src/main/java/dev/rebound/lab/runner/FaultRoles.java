package dev.rebound.lab.runner;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.FaultPlan;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.part.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Refuses faults on roles that a run does not have, before anything starts: such a fault would find
 * no victim, and the run would end in unknown. Warns of those that take more than its engine bears.
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
   * Warns of faults that can take what is promised, a sentence for all that are alike.
   *
   * @param endangered what a fault can take; empty for nothing
   */
  static List<String> endangering(
      Experiment experiment,
      Map<String, Integer> planned,
      Function<FaultScope, Optional<String>> endangered) {
    Map<String, String> warnings = new LinkedHashMap<>();
    for (FaultSchedule.Occurrence fault : FaultPacer.planned(experiment)) {
      String role = fault.scheduled().role();
      int living = members(experiment, planned, role);
      FaultPlan plan = fault.scheduled().fault().plan();
      int victims = Math.min(living, Math.min(plan.wanted(living), plan.atOnce()));
      endangered
          .apply(FaultScope.of(fault.scheduled(), living, victims, living, victims))
          .ifPresent(
              taken ->
                  warnings.putIfAbsent(
                      taken,
                      "fault %s takes %s of %s × %s at once: %s"
                          .formatted(fault.number(), victims, living, role, taken)));
    }
    return List.copyOf(warnings.values());
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
