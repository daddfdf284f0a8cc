package dev.rebound.lab.runner;

import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.part.Part;
import dev.rebound.platform.CoresSpec;
import dev.rebound.platform.ProcessSpec;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Refuses cores for roles of which a run starts no process, before anything starts: nothing would
 * run where the file says.
 */
final class PlacedRoles {
  private PlacedRoles() {}

  /**
   * Throws {@link ReboundException} for any such role.
   *
   * @param parts of the run
   */
  static void require(Experiment experiment, List<Part> parts) {
    CoresSpec cores = experiment.cores();
    if (cores == null) {
      return;
    }
    Set<String> started = new TreeSet<>();
    for (Part part : parts) {
      part.processes().stream()
          .map(ProcessSpec::role)
          .filter(part.roles()::contains)
          .forEach(started::add);
    }
    for (String role : new TreeSet<>(cores.roles().keySet())) {
      if (!started.contains(role)) {
        throw experiment.wrong(
            CoresSpec.ROLES,
            "cores.roles: this run of %s starts no process of role %s itself"
                .formatted(experiment.engine().name(), role),
            "Name one of %s; what a daemon of the engine starts runs on the daemon's cores."
                .formatted(String.join(", ", started)));
      }
    }
  }
}
