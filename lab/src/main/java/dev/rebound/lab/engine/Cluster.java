package dev.rebound.lab.engine;

import dev.rebound.analysis.evidence.Transition;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.probe.Probe;
import dev.rebound.lab.probe.Progress;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A started engine and its running job. Closing it stops every one of its processes. */
public interface Cluster extends AutoCloseable {
  /** Members with this role that may be faulted, dead ones included. */
  List<Node> nodes(String role);

  /**
   * Names of the living members of a role that hold work right now, as the engine says; the nemesis
   * chooses among them.
   */
  Set<String> holdingWork(String role);

  /**
   * Streams what the engine says as it happens, on a thread of the cluster. Set once, before load
   * starts.
   */
  void watch(Consumer<Transition> sink);

  /** Called after the nemesis restarted a member, for engines that must be told. */
  default void restarted(Node node) {}

  /**
   * What is missing until a member that was started again is back at work and the job runs whole,
   * in words; empty if nothing is, or if the engine cannot tell. May take as long as the engine
   * takes to answer; called on any thread.
   */
  default Optional<String> missing(Node node) {
    return Optional.empty();
  }

  /** How far the job has safely come on its input. */
  Progress progress();

  /**
   * Topics that the job itself made (repartition, changelog), so that lag and clean-up cover them.
   */
  default List<String> ownTopics() {
    return List.of();
  }

  /**
   * What the names of topics begin with that the job itself makes and that are not known ahead,
   * besides {@link #ownTopics}; empty if there are none.
   */
  default String topicPrefix() {
    return "";
  }

  /** Probes that only this engine can give. */
  default List<Probe> probes() {
    return List.of();
  }

  /**
   * Warnings found in the engine's own logs (such as a dropped transaction), asked once after the
   * drain.
   */
  default List<String> complaints() {
    return List.of();
  }

  @Override
  void close();
}
