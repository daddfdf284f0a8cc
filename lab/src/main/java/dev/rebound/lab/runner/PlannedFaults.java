package dev.rebound.lab.runner;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.time.Time;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Holds the faults that a journal tells of against those that its experiment plans: each one that
 * was planned is to begin, in its time at the earliest, and to have an outcome for each of its
 * victims, or the journal says that it did not. How late one begins tells nothing: it waits for the
 * one before.
 */
final class PlannedFaults implements JournalListener {
  private static final long EARLY_MICROS = 1_000_000;

  private static final String DAMAGED =
      "Restore the run's folder from where it was copied, or run the experiment again.";

  private final List<FaultSchedule.Occurrence> planned;

  /** Whether each follows the recovery from the one before, and not its time. */
  private final boolean paced;

  private final Map<Integer, BegunFault> begun = new TreeMap<>();
  private final List<String> told = new ArrayList<>();
  private long phaseMicros;

  PlannedFaults(Experiment experiment) {
    this.planned = FaultPacer.planned(experiment);
    this.paced = !experiment.shortened().isEmpty();
  }

  /**
   * A fault that the journal says has begun.
   *
   * @param atMicros from the start of the faults phase
   * @param hit the victims of whom it has an outcome
   */
  private record BegunFault(Event.FaultStarted event, long atMicros, Set<String> hit) {}

  /** The journal's doubt of a planned fault that is not carried out. */
  static Event.DoubtRaised leftOut(FaultSchedule.Occurrence planned, String why, String remedy) {
    return new Event.DoubtRaised(
        Doubt.FAULT_NOT_CONFIRMED.code(),
        start(planned.number())
            + ", due "
            + planned.at().toSeconds()
            + " s into the faults phase, was not carried out: "
            + why,
        remedy);
  }

  @Override
  public void on(Entry entry) {
    Event event = entry.data();
    if (event instanceof Event.PhaseStarted phase && phase.phase().equals("faults")) {
      phaseMicros = entry.wallMicros();
    } else if (event instanceof Event.FaultStarted fault) {
      long at = entry.wallMicros() - phaseMicros;
      begun.put(fault.fault(), new BegunFault(fault, at, new HashSet<>()));
    } else if (event instanceof Event.FaultConfirmed hit && begun.containsKey(hit.fault())) {
      begun.get(hit.fault()).hit().add(hit.node());
    } else if (event instanceof Event.DoubtRaised doubt
        && doubt.code().equals(Doubt.FAULT_NOT_CONFIRMED.code())) {
      told.add(doubt.message());
    }
  }

  /** In what a run that went on to its end is not as it was planned, and does not say so. */
  List<Event.DoubtRaised> otherwise() {
    List<Event.DoubtRaised> doubts = new ArrayList<>();
    Map<Integer, BegunFault> others = new TreeMap<>(begun);
    for (FaultSchedule.Occurrence one : planned) {
      BegunFault its = others.remove(one.number());
      if (isTold(one.number())) {
        continue;
      }
      if (its == null) {
        doubts.add(leftOut(one, "the journal has no word of it", DAMAGED));
      } else {
        String difference = difference(one, its);
        if (!difference.isEmpty()) {
          doubts.add(doubt(one.number(), difference));
        }
      }
    }
    others.keySet().forEach(number -> doubts.add(doubt(number, " was not planned")));
    return doubts;
  }

  private static Event.DoubtRaised doubt(int number, String what) {
    return new Event.DoubtRaised(Doubt.FAULT_NOT_CONFIRMED.code(), start(number) + what, DAMAGED);
  }

  private static String start(int number) {
    return "fault " + number;
  }

  private boolean isTold(int number) {
    return told.stream().anyMatch(doubt -> doubt.matches("(?s)" + start(number) + "\\b.*"));
  }

  private String difference(FaultSchedule.Occurrence one, BegunFault its) {
    String due = one.scheduled().fault().kind().key() + " of " + one.scheduled().role();
    String came = its.event().kind() + " of " + its.event().role();
    if (!came.equals(due)) {
      return " was to be a " + due + ", and the journal has a " + came;
    }
    // The schedule goes by the wall clock.
    long early = Time.micros(one.at()) - its.atMicros();
    if (!paced && early > EARLY_MICROS) {
      return " began " + early / 1_000_000 + " s before its time";
    }
    List<String> untold =
        its.event().victims().stream().filter(victim -> !its.hit().contains(victim)).toList();
    return untold.isEmpty()
        ? ""
        : ": the journal does not say what became of " + String.join(", ", untold);
  }
}
