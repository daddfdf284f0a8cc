package dev.rebound.lab.nemesis;

import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The members that faults hold right now: those that last and do not kill. Whoever ends by itself
 * meanwhile ended of its fault, and not unplanned. Thread-safe.
 */
public final class HeldMembers {
  /** By node, the faults that hold it, in the order in which they began. */
  private final Map<String, List<Integer>> holding = new HashMap<>();

  /** Lives that were over when they were let go, of whose end nobody may have heard yet. */
  private final Map<String, Integer> over = new HashMap<>();

  private final Set<String> supervised = new HashSet<>();

  /**
   * A fault is about to act on a member.
   *
   * @param always whether the member is started again at once whenever it ends by itself from now
   *     on
   */
  public synchronized void hold(int fault, Node node, boolean always) {
    holding.computeIfAbsent(node.name(), name -> new ArrayList<>()).add(fault);
    if (always) {
      supervised.add(node.name());
    }
  }

  /** A fault is healed on a member. */
  public synchronized void release(int fault, Node node) {
    List<Integer> faults = holding.getOrDefault(node.name(), List.of());
    if (faults.contains(fault)) {
      faults.remove((Integer) fault);
      if (!node.alive()) {
        over.put(life(node, node.current()), fault);
      }
    }
  }

  /**
   * The number of the fault that a life of a member, which has ended by itself, ended of: the last
   * one that held it then; empty if none did.
   */
  public synchronized OptionalInt endedOf(Node node, Incarnation life) {
    List<Integer> faults = holding.getOrDefault(node.name(), List.of());
    if (!faults.isEmpty()) {
      return OptionalInt.of(faults.get(faults.size() - 1));
    }
    Integer fault = over.get(life(node, life));
    return fault == null ? OptionalInt.empty() : OptionalInt.of(fault);
  }

  /** Whether a fault said that this member is started again at once whenever it ends by itself. */
  public synchronized boolean supervised(Node node) {
    return supervised.contains(node.name());
  }

  private static String life(Node node, Incarnation life) {
    return node.name() + " " + life.number();
  }
}
