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

  private static final String ALWAYS = "always";

  /** Who starts a victim again that ends by itself though it is not to. */
  public static final FaultOption POLICY =
      new FaultOption(
          "restart-policy",
          new FaultOption.WordForm("restart policy", List.of(ALWAYS, "healed")),
          null,
          "Where victims live on: what starts one again that ends by itself while the fault lasts,"
              + " which is no unplanned exit. That is the fault's healing, or with always a"
              + " supervisor such as systemd, from the fault's begin to the run's end: at once, the"
              + " next time after 1 s, and twice as long each time up to 30 s; after eight times in"
              + " a row it stays down until the healing. `restarts` counts them.",
          ALWAYS);

  /** Whether an item says that such a victim is started again at once. */
  public static boolean always(FaultLine line) {
    return line.has(POLICY.key()) && line.text(POLICY.key()).equals(ALWAYS);
  }

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
