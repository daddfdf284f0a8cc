package dev.rebound.lab.part;

import dev.rebound.lab.fault.NamedMembers;
import dev.rebound.platform.Node;
import dev.rebound.platform.Probe;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A part that is up. Closing it ends every one of its processes, or leaves them to the platform.
 */
public interface RunningPart extends AutoCloseable {
  /** Members with this role that may be faulted, dead ones included; none of a role of others. */
  List<Node> nodes(String role);

  /** Names of the living members that hold work right now. By default whoever lives does. */
  default Set<String> holdingWork(String role) {
    return nodes(role).stream().filter(Node::alive).map(Node::name).collect(Collectors.toSet());
  }

  /**
   * Its members that lead, or follow, right now, or did before if nobody tells now. May take long
   * to answer when it is asked first.
   *
   * @param which a word of {@link dev.rebound.lab.fault.FaultOption#WHICH}
   */
  default NamedMembers only(String which) {
    return NamedMembers.NONE;
  }

  /**
   * True if it is known who holds work. Else {@link #holdingWork} names whoever may, and what a
   * fault did only the output shows.
   */
  default boolean tellsWork() {
    return true;
  }

  /**
   * False if nothing of its work, as this part is set, takes other parts' members with this role:
   * they hold none then, whoever lives.
   */
  default boolean needs(String role) {
    return true;
  }

  /** Called after one of its members was started again. */
  default void restarted(Node node) {}

  /**
   * Tells in words what is missing until a member that was started again is whole; empty if nothing
   * is, or if nobody can tell. May take long to answer; asked on any thread.
   */
  default Optional<String> missing(Node node) {
    return Optional.empty();
  }

  /** Probes that only this part can give. */
  default List<Probe> probes() {
    return List.of();
  }

  @Override
  void close();
}
