package dev.rebound.lab.nemesis;

import dev.rebound.lab.experiment.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The faults of a run in time order, from the schedule of an experiment file. Pure. */
public final class FaultSchedule {
  private FaultSchedule() {}

  /**
   * One fault to carry out.
   *
   * @param number in the run, from 1
   * @param at from the start of the faults phase
   */
  public record Occurrence(int number, Duration at, Fault fault) {}

  /**
   * Every occurrence that starts inside a faults phase of this length. One with a period comes
   * first at its {@code at}, then after each period; an experiment file that gives no {@code at}
   * means the start of the phase.
   */
  public static List<Occurrence> of(List<Fault> faults, Duration phase) {
    List<Occurrence> found = new ArrayList<>();
    for (Fault fault : faults) {
      Duration every = fault.schedule().every();
      for (Duration at = fault.schedule().at(); at.compareTo(phase) < 0; at = at.plus(every)) {
        found.add(new Occurrence(0, at, fault));
        if (every == null || every.isZero()) {
          break;
        }
      }
    }
    found.sort(Comparator.comparing(Occurrence::at));
    List<Occurrence> numbered = new ArrayList<>();
    for (Occurrence occurrence : found) {
      numbered.add(new Occurrence(numbered.size() + 1, occurrence.at(), occurrence.fault()));
    }
    return numbered;
  }
}
