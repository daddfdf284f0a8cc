package dev.rebound.lab.nemesis;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.lab.fault.ActProof;
import dev.rebound.lab.fault.Fault;
import dev.rebound.lab.fault.FaultOption;
import dev.rebound.platform.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One fault as it is carried out: whom it is meant for, what was proven of it, and who was healed.
 * For one thread.
 */
final class FaultExecution {
  /** From so much on, a fault is said to be late that is to be told whom to hit. */
  private static final long LATE_MICROS = 1_000_000;

  private final FaultSchedule.Occurrence occurrence;
  private final List<Node> victims;
  private final int wanted;
  private final boolean current;
  private final long beganMicros;
  private final List<Long> returns = new ArrayList<>();
  private long firstMicros = Long.MAX_VALUE;
  private int hit;
  private boolean cut;

  /**
   * @param wanted how many victims there should be
   * @param current false if it hits whoever led, or followed, before, as nobody told who does now
   * @param nowMicros wall clock when its time had come, microseconds since the epoch
   */
  FaultExecution(
      FaultSchedule.Occurrence occurrence,
      List<Node> victims,
      int wanted,
      boolean current,
      long nowMicros) {
    this.occurrence = occurrence;
    this.victims = List.copyOf(victims);
    this.wanted = wanted;
    this.current = current;
    this.beganMicros = nowMicros;
  }

  int number() {
    return occurrence.number();
  }

  Fault<?> fault() {
    return occurrence.scheduled().fault();
  }

  List<Node> victims() {
    return victims;
  }

  /** The journal's warning if it was not seen to happen. */
  Event.DoubtRaised notConfirmed() {
    return Event.DoubtRaised.of(
        Doubt.FAULT_NOT_CONFIRMED,
        "fault %s (%s) could not be confirmed%s"
            .formatted(number(), words(), (victims.size() < wanted ? ": " + lacking() : "")));
  }

  /** What it lacks where there are fewer victims than there should be, in words. */
  private String lacking() {
    String which = occurrence.scheduled().which();
    if (which == null) {
      return "only " + victims.size() + " living nodes";
    }
    return victims.isEmpty()
        ? "no %s of partition 0 %s known"
            .formatted(which, (which.equals(FaultOption.LEADER) ? "is" : "are"))
        : "only " + victims.size() + " of the " + which + " of partition 0 live";
  }

  /** The warning if it hit whoever led before, or hit late whoever leads. */
  Optional<Event.DoubtRaised> otherwise() {
    long lateMicros = signalMicros() - beganMicros;
    boolean late = occurrence.scheduled().which() != null && lateMicros > LATE_MICROS;
    if (victims.isEmpty() || (current && !late)) {
      return Optional.empty();
    }
    return Optional.of(
        new Event.DoubtRaised(
            "fault-otherwise",
            "fault "
                + number()
                + " ("
                + words()
                + ") began "
                + lateMicros / 1000
                + " ms after its time"
                + (current
                    ? ": so long it took to be told who leads, and to hit it"
                    : ", and hit whoever was known to before: no broker said in time who leads"),
            "Have it begin while all brokers run, or judge it by when it began."));
  }

  /** The act and its victims, in words. */
  String words() {
    return fault().words() + " " + String.join(", ", names()) + occurrence.scheduled().whichWords();
  }

  List<String> names() {
    return victims.stream().map(Node::name).toList();
  }

  /** True once every victim that there should be was seen to be hit, and it was not cut short. */
  boolean confirmed() {
    return hit == wanted && !cut;
  }

  /** A victim was hit, or was to be. */
  void hit(ActProof proof) {
    firstMicros = Math.min(firstMicros, proof.beganMicros());
    hit += proof.proven() ? 1 : 0;
  }

  /** A victim was healed. */
  void returned(long atMicros) {
    returns.add(atMicros);
  }

  /** It ends before all of it was carried out. */
  void cut() {
    cut = true;
  }

  /** When the first victim was hit, microseconds since the epoch; its time if none was yet. */
  long signalMicros() {
    return firstMicros == Long.MAX_VALUE ? beganMicros : firstMicros;
  }

  /** When each victim was restarted or resumed, microseconds since the epoch, in order. */
  List<Long> returns() {
    return returns;
  }
}
