package dev.rebound.platform;

import dev.rebound.base.Owner;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * A process that the daemon of a node starts, and starts again when it ended: an executor, say.
 *
 * @param node unique name
 * @param role what it is to the cluster
 * @param owner on whose account it runs
 * @param daemon the node that starts it; its files are those of this node
 * @param log which of these files is the log
 * @param pid tells which process it is now; empty while there is none. Asked often, on threads of
 *     the platform
 * @param upon the nodes whose deaths it does not outlive: where one of them has ended, so does it,
 *     and nobody need have asked for that
 */
public record Adoption(
    String node,
    String role,
    Owner owner,
    Node daemon,
    String log,
    Supplier<OptionalLong> pid,
    List<Node> upon) {

  /** Of a process that outlives everybody else. */
  public Adoption(
      String node, String role, Owner owner, Node daemon, String log, Supplier<OptionalLong> pid) {
    this(node, role, owner, daemon, log, pid, List.of());
  }
}
