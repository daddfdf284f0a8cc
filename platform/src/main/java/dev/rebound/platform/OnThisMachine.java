package dev.rebound.platform;

import java.util.List;
import java.util.Optional;

/** A platform whose processes are those of the machine that the lab runs on. */
public interface OnThisMachine {
  /** The processes of all nodes, in the order in which they came. */
  List<NodeProcess> processes();

  /** Cores that are divided; empty if they are not. */
  Optional<DividedCores> dividedCores();

  /**
   * Cores that are divided.
   *
   * @param subject numbers of the engine's cores
   * @param rig numbers of the rig's cores
   */
  record DividedCores(List<Integer> subject, List<Integer> rig) {}
}
