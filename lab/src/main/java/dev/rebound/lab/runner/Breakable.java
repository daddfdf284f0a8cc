package dev.rebound.lab.runner;

import dev.rebound.lab.engine.Cluster;
import dev.rebound.lab.kafka.KafkaCluster;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.platform.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the nemesis may break: the brokers of a run, and the members of its engine. */
record Breakable(KafkaCluster kafka, Cluster cluster) implements Nemesis.Targets {
  private static final String BROKER = "broker";

  @Override
  public List<Node> nodes(String role) {
    return role.equals(BROKER) ? kafka.brokers() : cluster.nodes(role);
  }

  @Override
  public Set<String> holdingWork(String role) {
    return role.equals(BROKER)
        ? Set.copyOf(kafka.brokers().stream().filter(Node::alive).map(Node::name).toList())
        : cluster.holdingWork(role);
  }

  @Override
  public void restarted(Node node) {
    cluster.restarted(node);
  }

  @Override
  public Optional<String> missing(Node node) {
    return node.role().equals(BROKER) ? kafka.missing(node) : cluster.missing(node);
  }
}
