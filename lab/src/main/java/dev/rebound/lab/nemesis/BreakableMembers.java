package dev.rebound.lab.nemesis;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.fault.NamedMembers;
import dev.rebound.platform.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of a run, which are there to be broken. */
public interface BreakableMembers {
  /** Every member with this role, dead ones included. */
  List<Node> nodes(String role);

  /** The steps that the engine has of a fault of this scope; null if it does not say. */
  default @Nullable Set<Step> steps(FaultScope scope) {
    return null;
  }

  /** False if what is under test never says of itself whom it misses. */
  default boolean tellsSteps() {
    return true;
  }

  /** False if nothing of the run's work takes members with this role. */
  default boolean needed(String role) {
    return true;
  }

  /** Names of living members that hold work right now. May take a second to answer. */
  Set<String> holdingWork(String role);

  /**
   * The members with this role that lead, or follow, right now, or did before if nobody tells now.
   * May take long to answer when it is asked first.
   *
   * @param which a word of {@link dev.rebound.lab.fault.FaultOption#WHICH}
   */
  default NamedMembers only(String role, String which) {
    return NamedMembers.NONE;
  }

  /** False if these are only those that may hold some, as nobody tells who does. */
  default boolean tellsWork(String role) {
    return true;
  }

  /** Called after a member was started again. */
  void restarted(Node node);

  /**
   * Tells in words what is missing until a member that was started again, or goes on after it stood
   * still, is back at work; empty if nothing is, or if nobody can tell. May take long to answer;
   * asked on any thread.
   */
  default Optional<String> missing(Node node) {
    return Optional.empty();
  }
}
