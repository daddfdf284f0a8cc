package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.fault.NamedMembers;
import dev.rebound.lab.nemesis.BreakableMembers;
import dev.rebound.lab.part.RunningPart;
import dev.rebound.platform.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The members that the nemesis may break: those of a run's supporting systems, and of its subject.
 *
 * @param engineSteps the steps that the engine has of a fault
 * @param tellsSteps whether it has any, of some fault
 */
record Breakable(
    List<RunningPart> parts, Function<FaultScope, Set<Step>> engineSteps, boolean tellsSteps)
    implements BreakableMembers {
  private Optional<RunningPart> part(String role) {
    return parts.stream().filter(running -> !running.nodes(role).isEmpty()).findFirst();
  }

  @Override
  public List<Node> nodes(String role) {
    return part(role).map(running -> running.nodes(role)).orElse(List.of());
  }

  @Override
  public Set<Step> steps(FaultScope scope) {
    return engineSteps.apply(scope);
  }

  @Override
  public boolean needed(String role) {
    return parts.stream().allMatch(other -> other.needs(role));
  }

  @Override
  public Set<String> holdingWork(String role) {
    return part(role)
        .filter(running -> needed(role))
        .map(running -> running.holdingWork(role))
        .orElse(Set.of());
  }

  @Override
  public NamedMembers only(String role, String which) {
    return part(role).map(running -> running.only(which)).orElse(NamedMembers.NONE);
  }

  @Override
  public boolean tellsWork(String role) {
    return part(role).map(RunningPart::tellsWork).orElse(true);
  }

  @Override
  public void restarted(Node node) {
    part(node.role()).ifPresent(running -> running.restarted(node));
  }

  @Override
  public Optional<String> missing(Node node) {
    return part(node.role()).flatMap(running -> running.missing(node));
  }
}
