package dev.rebound.platform;

/**
 * The process of a node as it is now, as far as probes must know.
 *
 * @param life of the node, counted from 1
 * @param launcher whether what it has started belongs to it, as signals have it
 */
public record NodeProcess(
    String node, String role, int life, long pid, boolean alive, boolean launcher) {
  /** That of a node at this moment. */
  public static NodeProcess of(Node node, boolean launcher) {
    Incarnation life = node.current();
    return new NodeProcess(
        node.name(), node.role(), life.number(), life.pid(), node.alive(), launcher);
  }

  /** True if the other one is of the same life of the same node. */
  public boolean sameLife(NodeProcess other) {
    return node.equals(other.node) && life == other.life && pid == other.pid;
  }
}
