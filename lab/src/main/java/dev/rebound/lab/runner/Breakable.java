package dev.rebound.lab.runner;

import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.part.Running;
import dev.rebound.lab.platform.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the nemesis may break: the members of a run's supporting systems, and of its engine. */
record Breakable(List<Running> support, Cluster cluster) implements Nemesis.Targets {
  private Optional<Running> part(String role) {
    return support.stream().filter(running -> !running.nodes(role).isEmpty()).findFirst();
  }

  @Override
  public List<Node> nodes(String role) {
    return part(role).map(running -> running.nodes(role)).orElseGet(() -> cluster.nodes(role));
  }

  @Override
  public Set<String> holdingWork(String role) {
    return part(role)
        .map(running -> running.holdingWork(role))
        .orElseGet(() -> cluster.holdingWork(role));
  }

  @Override
  public void restarted(Node node) {
    part(node.role())
        .ifPresentOrElse(running -> running.restarted(node), () -> cluster.restarted(node));
  }

  @Override
  public Optional<String> missing(Node node) {
    Optional<Running> part = part(node.role());
    return part.isPresent() ? part.get().missing(node) : cluster.missing(node);
  }
}
