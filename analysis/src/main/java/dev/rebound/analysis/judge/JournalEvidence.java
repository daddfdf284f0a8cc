package dev.rebound.analysis.judge;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.MemberLife;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Entry;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.journal.JournalFile;
import dev.rebound.analysis.journal.JournalListener;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.Owner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The evidence that a run's journal holds: phases, faults with what the engine said after them, the
 * lives of its processes, and what the rig did each second.
 */
public final class JournalEvidence implements JournalListener {
  private final Map<Integer, PlannedFault> planned = new TreeMap<>();
  private final Map<Integer, FaultEvents> faults = new TreeMap<>();
  private final Map<String, Evidence.PhaseTimes> phases = new LinkedHashMap<>();
  private final List<Transition> transitions = new ArrayList<>();
  private final RigWatch rig = new RigWatch();
  private final Set<String> nodes = new LinkedHashSet<>();
  private final List<Event.ProcessStarted> lives = new ArrayList<>();
  private final Map<String, ProcessEnd> ends = new HashMap<>();
  private boolean shared;
  private long lastMicros;

  /** All that a journal tells of a fault. */
  private static final class FaultEvents {
    private final Event.FaultStarted started;
    private final long startMicros;
    private final Map<String, Event.FaultConfirmed> hits = new LinkedHashMap<>();
    private final List<Long> returns = new ArrayList<>();
    private final Map<String, Long> healed = new LinkedHashMap<>();
    private final List<Evidence.EndedVictim> ended = new ArrayList<>();
    private long overMicros;
    private boolean doubted;

    FaultEvents(Event.FaultStarted started, long startMicros) {
      this.started = started;
      this.startMicros = startMicros;
    }

    long signalMicros() {
      return hits.values().stream()
          .mapToLong(Event.FaultConfirmed::signalledMicros)
          .min()
          .orElse(startMicros);
    }

    /** Null of one that does not last, and of one of an earlier journal. */
    Evidence.@Nullable LastingTimes lasting() {
      Event.Lasting lasting = started.lasting();
      if (lasting == null) {
        return null;
      }
      boolean all = healed.keySet().containsAll(started.victims());
      long last = healed.values().stream().mapToLong(Long::longValue).max().orElse(0);
      return new Evidence.LastingTimes(all ? last : 0, lasting.told(), ended);
    }

    boolean confirmed() {
      return !doubted
          && hits.size() == started.victims().size()
          && hits.values().stream().allMatch(Event.FaultConfirmed::confirmed);
    }
  }

  private record ProcessEnd(Event.ProcessExited exit, long atMicros) {}

  JournalEvidence(List<PlannedFault> planned) {
    planned.forEach(fault -> this.planned.put(fault.number(), fault));
  }

  /** Reads a journal. */
  public static JournalEvidence of(Path journal, List<PlannedFault> planned) {
    JournalEvidence read = new JournalEvidence(planned);
    JournalFile.replay(journal, read);
    return read;
  }

  @Override
  public void on(Entry entry) {
    lastMicros = entry.wallMicros();
    rig.on(entry);
    Event event = entry.data();
    if (event instanceof Event.PhaseStarted started) {
      phases.put(started.phase(), new Evidence.PhaseTimes(started.phase(), lastMicros, 0));
    } else if (event instanceof Event.PhaseEnded ended) {
      phases.computeIfPresent(
          ended.phase(),
          (name, its) -> new Evidence.PhaseTimes(name, its.startMicros(), lastMicros));
    } else if (event instanceof Event.ProcessStarted process) {
      nodes.add(process.node());
      if (process.owner() == Owner.SUBJECT) {
        lives.add(process);
      }
    } else if (event instanceof Event.ProcessExited exit) {
      ends.put(life(exit.node(), exit.incarnation()), new ProcessEnd(exit, lastMicros));
      if (faults.containsKey(exit.fault())) {
        boolean again = exit.restart() > 0;
        faults
            .get(exit.fault())
            .ended
            .add(new Evidence.EndedVictim(exit.node(), lastMicros, exit.exitStatus(), again));
      }
    } else if (event instanceof Event.SharesCluster) {
      shared = true;
    } else if (event instanceof Event.EngineTransition t) {
      transitions.add(new Transition(t.atMicros(), t.step(), t.node(), t.detail()));
    } else if (event instanceof Event.FaultStarted fault) {
      faults.put(fault.fault(), new FaultEvents(fault, lastMicros));
    } else if (event instanceof Event.FaultConfirmed hit && faults.containsKey(hit.fault())) {
      faults.get(hit.fault()).hits.put(hit.node(), hit);
    } else if (event instanceof Event.FaultHealed healed && faults.containsKey(healed.fault())) {
      FaultEvents its = faults.get(healed.fault());
      long began = healed.beganMicros() == 0 ? lastMicros : healed.beganMicros();
      its.returns.add(began);
      its.healed.putIfAbsent(healed.node(), began);
    } else if (event instanceof Event.FaultOver over && faults.containsKey(over.fault())) {
      faults.get(over.fault()).overMicros = lastMicros;
    } else if (event instanceof Event.DoubtRaised doubt
        && doubt.code().equals(Doubt.FAULT_NOT_CONFIRMED.code())) {
      faults.forEach(
          (number, fault) ->
              fault.doubted |= PlannedFaults.isTold(number, List.of(doubt.message())));
    }
  }

  /** The nodes of the run's own that are called by a role, such as {@code generator-1}. */
  List<String> nodes(String role) {
    return nodes.stream().filter(node -> node.equals(role) || node.startsWith(role + "-")).toList();
  }

  /** Adds it to other evidence of the run. */
  public EvidenceBuilder in(EvidenceBuilder evidence) {
    return evidence.phases(phases()).faults(faults()).rig(rig.samples()).lives(lives());
  }

  /** Of processes that another run has, too, its journal tells. */
  private List<MemberLife> lives() {
    return shared ? List.of() : lives.stream().map(this::life).toList();
  }

  /**
   * A life began after the one before it was hit, or had ended and was to be started again, by a
   * policy or by its fault's healing: a start, and other deaths, may be noted a little after the
   * next life has begun.
   */
  private MemberLife life(Event.ProcessStarted started) {
    LongStream hits =
        faults.values().stream()
            .flatMap(fault -> fault.hits.values().stream())
            .filter(hit -> hit.node().equals(started.node()))
            .filter(hit -> hit.incarnation() > 0 && hit.incarnation() < started.incarnation())
            .mapToLong(Event.FaultConfirmed::signalledMicros);
    LongStream deaths =
        ends.values().stream()
            .filter(end -> end.exit.node().equals(started.node()))
            .filter(end -> end.exit.restart() > 0 || end.exit.fault() > 0)
            .filter(end -> end.exit.incarnation() < started.incarnation())
            .mapToLong(ProcessEnd::atMicros);
    ProcessEnd end = ends.get(life(started.node(), started.incarnation()));
    return new MemberLife(
        started.node(),
        LongStream.concat(hits, deaths).max().orElse(0),
        end == null ? 0 : end.atMicros);
  }

  private static String life(String node, int incarnation) {
    return node + " " + incarnation;
  }

  /** One that did not end goes on until the journal ends; the check is none. */
  private List<Evidence.PhaseTimes> phases() {
    return phases.values().stream()
        .filter(its -> !its.phase().equals("check"))
        .map(
            its ->
                its.endMicros() > 0
                    ? its
                    : new Evidence.PhaseTimes(its.phase(), its.startMicros(), lastMicros))
        .toList();
  }

  /** A transition between a fault and the next one belongs to the former. */
  private List<Evidence.FaultTimes> faults() {
    List<FaultEvents> all = List.copyOf(faults.values());
    List<Evidence.FaultTimes> times = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      long until = i + 1 < all.size() ? all.get(i + 1).signalMicros() : Long.MAX_VALUE;
      times.add(times(all.get(i), until));
    }
    return times;
  }

  private Evidence.FaultTimes times(FaultEvents fault, long until) {
    Event.FaultStarted started = fault.started;
    long signal = fault.signalMicros();
    return Evidence.FaultTimes.of(
            started.fault(), started.kind(), started.role(), started.victims(), signal)
        .confirmed(fault.confirmed())
        .heldWork(started.holdsWork().contains(true))
        .workUntold(started.holdsWork().isEmpty() && !started.victims().isEmpty())
        .transitions(
            transitions.stream()
                .filter(t -> t.atMicros() >= signal && t.atMicros() < until)
                .toList())
        .returns(fault.returns)
        .declared(started.declared())
        .turns(turns(fault))
        .effect(started.effect())
        .lasting(fault.lasting())
        .build();
  }

  /** First signal of each turn; of one that was not over, the journal's end is the end. */
  private Evidence.@Nullable FaultTurns turns(FaultEvents fault) {
    PlannedFault plan = planned.get(fault.started.fault());
    if (plan == null || plan.atOnce() == Integer.MAX_VALUE || fault.hits.isEmpty()) {
      return null;
    }
    Map<Integer, Long> signals = new TreeMap<>();
    fault.hits.forEach(
        (node, hit) ->
            signals.merge(
                fault.started.victims().indexOf(node) / plan.atOnce(),
                hit.signalledMicros(),
                Math::min));
    return new Evidence.FaultTurns(
        List.copyOf(signals.values()), fault.overMicros == 0 ? lastMicros : fault.overMicros);
  }
}
