package dev.rebound.lab.fault;

import dev.rebound.analysis.evidence.Effect;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A kind of fault that ends its victims by one signal.
 *
 * @param made makes the fault from its count and what follows the death
 */
public record EndingKind(String key, String meaning, FaultMaker made) implements FaultKind {
  /** Makes such a fault. */
  @FunctionalInterface
  public interface FaultMaker {
    Fault<?> of(int count, @Nullable Restart restart);
  }

  @Override
  public Effect effect() {
    return Effect.of(key);
  }

  @Override
  public List<FaultOption> options() {
    return List.of(FaultOption.COUNT, FaultOption.WHICH, Restart.OPTION);
  }

  @Override
  public FaultProblem misplaced(String option) {
    return option.equals(LastingKind.FOR)
        ? new FaultProblem(
            "'for' belongs to a " + lasting() + ", not to " + key,
            "Remove it; restart: { after: 5s } says when a victim comes back.")
        : FaultKind.super.misplaced(option);
  }

  private static String lasting() {
    return Faults.kinds().stream()
        .filter(kind -> kind.takes(LastingKind.FOR))
        .map(FaultKind::key)
        .collect(Collectors.joining(" or a "));
  }

  @Override
  public void check(FaultLine line) {}

  @Override
  public Fault<?> fault(FaultLine line) {
    return made.of(line.count(FaultOption.COUNT.key()), Restart.of(line));
  }
}
