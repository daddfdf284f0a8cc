package dev.rebound.lab.nemesis;

import dev.rebound.analysis.judge.PlannedFault;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.FaultPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** The faults of a run in time order, from the schedule of an experiment file. Pure. */
public final class FaultSchedule {
  private FaultSchedule() {}

  /**
   * One fault to carry out.
   *
   * @param number in the run, from 1
   * @param at from the start of the faults phase
   */
  public record Occurrence(int number, Duration at, ScheduledFault scheduled) {
    /** The same as a run is judged by it. */
    public PlannedFault planned() {
      FaultPlan plan = scheduled.fault().plan();
      return new PlannedFault(
          number,
          at,
          scheduled.fault().kind().key(),
          scheduled.role(),
          plan.count(),
          plan.lasts(),
          plan.deadly(),
          plan.atOnce());
    }
  }

  /**
   * Every occurrence that starts inside a faults phase of this length. One with a period comes
   * first at its {@code at}, then after each period; an experiment file that gives no {@code at}
   * means the start of the phase.
   *
   * @param seed what times are drawn from
   */
  public static List<Occurrence> of(List<ScheduledFault> faults, Duration phase, long seed) {
    List<Occurrence> found = new ArrayList<>();
    for (int line = 0; line < faults.size(); line++) {
      ScheduledFault fault = faults.get(line);
      SplittableRandom random = new SplittableRandom(seed + line);
      Duration every = fault.schedule().every();
      for (Duration at = fault.schedule().at(); at.compareTo(phase) < 0; at = at.plus(every)) {
        Duration drawn = at.plus(drawn(fault.schedule().jitter(), random));
        if (drawn.compareTo(phase) < 0) {
          found.add(new Occurrence(0, drawn, fault));
        }
        if (every == null || every.isZero()) {
          break;
        }
      }
    }
    found.sort(Comparator.comparing(Occurrence::at));
    List<Occurrence> numbered = new ArrayList<>();
    for (Occurrence occurrence : found) {
      numbered.add(new Occurrence(numbered.size() + 1, occurrence.at(), occurrence.scheduled()));
    }
    return numbered;
  }

  private static Duration drawn(Duration jitter, SplittableRandom random) {
    return jitter.isZero() ? jitter : Duration.ofMillis(random.nextLong(jitter.toMillis() + 1));
  }
}
