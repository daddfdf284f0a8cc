package dev.rebound.lab.fault;

import dev.rebound.analysis.evidence.Effect;
import dev.rebound.analysis.units.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * A kind of fault that lasts for a while ({@code for}) and is then undone.
 *
 * @param victim what a victim of it is called: {@code paused}
 * @param options {@code count} and {@code for} among them
 * @param made makes the fault of an item in which nothing is wrong
 */
public record LastingKind(
    String key,
    String meaning,
    Effect effect,
    String victim,
    List<FaultOption> options,
    Function<FaultLine, Fault<?>> made)
    implements FaultKind {
  /** How long it lasts. */
  public static final String FOR = "for";

  @Override
  public FaultProblem misplaced(String option) {
    return option.equals(Restart.OPTION.key())
        ? new FaultProblem("a " + victim + " node is not restarted", "Remove restart.")
        : FaultKind.super.misplaced(option);
  }

  @Override
  public void check(FaultLine line) {
    if (!line.has(FOR)) {
      line.wrong(new FaultProblem("this " + key + " has no end", "Add for: 3s."));
    } else if (line.duration(FOR).isZero()) {
      line.wrong(FOR, new FaultProblem("a " + key + " of no length", "Write for example for: 3s."));
    }
  }

  @Override
  public void checkTimes(FaultLine line, Duration phase) {
    Duration length = line.duration(FOR);
    Duration at = line.duration("at");
    Duration end = at.plus(length);
    if (at.compareTo(phase) < 0 && end.compareTo(phase) > 0) {
      line.wrong(
          FOR,
          new FaultProblem(
              "this " + key + " outlasts the faults phase, which lasts " + Quantity.text(phase),
              "Write a shorter " + key + ", or phases: { faults: " + Quantity.text(end) + " }."));
    }
    if (line.has("every") && length.compareTo(line.duration("every")) >= 0) {
      line.wrong(
          FOR,
          new FaultProblem(
              "this " + key + " lasts longer than its period",
              "Write less than " + Quantity.text(line.duration("every")) + "."));
    }
  }

  @Override
  public Fault<?> fault(FaultLine line) {
    return made.apply(line);
  }
}
