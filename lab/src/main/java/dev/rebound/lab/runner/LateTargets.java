package dev.rebound.lab.runner;

import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.platform.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rig's targets, asked for when they are needed, since they exist only once the rig has started.
 */
record LateTargets(Rig rig) implements Nemesis.Targets {
  @Override
  public List<Node> nodes(String role) {
    return rig.targets().nodes(role);
  }

  @Override
  public Set<String> holdingWork(String role) {
    return rig.targets().holdingWork(role);
  }

  @Override
  public boolean tellsWork(String role) {
    return rig.targets().tellsWork(role);
  }

  @Override
  public void restarted(Node node) {
    rig.targets().restarted(node);
  }

  @Override
  public Optional<String> missing(Node node) {
    return rig.targets().missing(node);
  }
}
