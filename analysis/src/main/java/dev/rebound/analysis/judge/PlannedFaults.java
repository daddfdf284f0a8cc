package dev.rebound.analysis.judge;

import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Doubt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Holds the faults that a journal tells of against those that its experiment plans: each one that
 * was planned is to begin, in its time at the earliest, with as many victims, and to have an
 * outcome for each of them, and to be healed no sooner, or the journal says that it did not. How
 * late one begins, or is healed, tells nothing: it waits for what is before it.
 */
final class PlannedFaults implements JournalListener {
  private static final long EARLY_MICROS = 1_000_000;

  /** The code of a doubt that says in what a fault, or its healing, was not as planned. */
  private static final String OTHERWISE = "fault-otherwise";

  private static final String DAMAGED =
      "Restore the run's folder from where it was copied, or run the experiment again.";

  private final List<PlannedFault> planned;
  private final boolean paced;
  private final Map<Integer, BegunFault> begun = new TreeMap<>();
  private final List<String> told = new ArrayList<>();

  /** What the journal says of healings that came otherwise than planned, or not at all. */
  private final List<String> healedOtherwise = new ArrayList<>();

  private long phaseMicros;

  /**
   * @param paced whether each follows the recovery from the one before, and not its time
   */
  PlannedFaults(List<PlannedFault> planned, boolean paced) {
    this.planned = planned;
    this.paced = paced;
  }

  /**
   * A fault that the journal says has begun.
   *
   * @param atMicros from the start of the faults phase
   * @param hit the victims of whom it has an outcome, with that
   * @param healed when each that it has healed was, by the wall clock
   */
  private record BegunFault(
      Event.FaultStarted event,
      long atMicros,
      Map<String, Event.FaultConfirmed> hit,
      Map<String, Long> healed) {}

  @Override
  public void on(Entry entry) {
    Event event = entry.data();
    if (event instanceof Event.PhaseStarted phase && phase.phase().equals("faults")) {
      phaseMicros = entry.wallMicros();
    } else if (event instanceof Event.FaultStarted fault) {
      long at = entry.wallMicros() - phaseMicros;
      begun.put(fault.fault(), new BegunFault(fault, at, new TreeMap<>(), new TreeMap<>()));
    } else if (event instanceof Event.FaultConfirmed hit && begun.containsKey(hit.fault())) {
      begun.get(hit.fault()).hit().put(hit.node(), hit);
    } else if (event instanceof Event.FaultHealed healed && begun.containsKey(healed.fault())) {
      begun.get(healed.fault()).healed().put(healed.node(), entry.wallMicros());
    } else if (event instanceof Event.DoubtRaised doubt
        && doubt.code().equals(Doubt.FAULT_NOT_CONFIRMED.code())) {
      told.add(doubt.message());
    } else if (event instanceof Event.DoubtRaised doubt
        && Set.of(Doubt.NOT_HEALED.code(), OTHERWISE).contains(doubt.code())) {
      healedOtherwise.add(doubt.message());
    }
  }

  /** In what a run that went on to its end is not as it was planned, and does not say so. */
  List<Event.DoubtRaised> otherwise() {
    List<Event.DoubtRaised> doubts = new ArrayList<>();
    Map<Integer, BegunFault> others = new TreeMap<>(begun);
    for (PlannedFault one : planned) {
      BegunFault its = others.remove(one.number());
      if (isTold(one.number(), told)) {
        continue;
      }
      if (its == null) {
        doubts.add(one.leftOut("the journal has no word of it", DAMAGED));
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

  /** Whether one of these doubts tells of a fault. */
  static boolean isTold(int number, List<String> told) {
    return told.stream().anyMatch(doubt -> doubt.matches("(?s)" + start(number) + "\\b.*"));
  }

  private String difference(PlannedFault one, BegunFault its) {
    String due = one.kind() + " of " + one.role();
    String came = its.event().kind() + " of " + its.event().role();
    if (!came.equals(due)) {
      return " was to be a " + due + ", and the journal has a " + came;
    }
    // The schedule goes by the wall clock.
    long early = one.at().toNanos() / 1000 - its.atMicros();
    if (!paced && early > EARLY_MICROS) {
      return " began " + early / 1_000_000 + " s before its time";
    }
    List<String> victims = its.event().victims();
    Integer count = one.count();
    if (count != null && count != victims.size()) {
      return " was to hit " + count + ", and the journal names " + victims.size();
    }
    List<String> untold = victims.stream().filter(v -> !its.hit().containsKey(v)).toList();
    return untold.isEmpty()
        ? healing(one, its)
        : ": the journal does not say what became of " + String.join(", ", untold);
  }

  /** In what healings are not as planned, and nobody says so. */
  private String healing(PlannedFault one, BegunFault its) {
    Duration lasts = one.lasts();
    if (lasts == null || isTold(one.number(), healedOtherwise)) {
      return "";
    }
    for (Event.FaultConfirmed hit : its.hit().values()) {
      Long healed = its.healed().get(hit.node());
      long early = healed == null ? 0 : one.earlyMicros(hit, lasts, healed);
      if (early > EARLY_MICROS) {
        return ": " + hit.node() + " was healed " + early / 1_000_000 + " s before its time";
      }
    }
    return "";
  }
}
