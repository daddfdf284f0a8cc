package dev.rebound.lab.nemesis;

import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.fault.Fault;
import dev.rebound.lab.fault.FaultOption;
import dev.rebound.lab.fault.Proof;
import dev.rebound.lab.platform.Node;
import java.util.ArrayList;
import java.util.List;

/**
 * One fault as it is carried out: whom it is meant for, what was proven of it, and who was healed.
 * For one thread.
 */
final class Strike {
  private final FaultSchedule.Occurrence occurrence;
  private final List<Node> victims;
  private final List<Boolean> holds;
  private final int wanted;
  private final FaultScope scope;
  private final boolean current;
  private final long beganMicros;
  private final List<Long> returns = new ArrayList<>();
  private final List<Long> turns = new ArrayList<>();
  private long firstMicros = Long.MAX_VALUE;
  private long overMicros;
  private int hit;
  private boolean cut;

  /**
   * @param holds of each victim, whether it held work; empty if nobody tells
   * @param wanted how many victims there should be
   * @param scope whom it hits at a time
   * @param current false if it hits whoever led, or followed, before
   * @param nowMicros wall clock when its time had come, microseconds since the epoch
   */
  Strike(
      FaultSchedule.Occurrence occurrence,
      List<Node> victims,
      List<Boolean> holds,
      int wanted,
      FaultScope scope,
      boolean current,
      long nowMicros) {
    this.occurrence = occurrence;
    this.victims = List.copyOf(victims);
    this.holds = List.copyOf(holds);
    this.wanted = wanted;
    this.scope = scope;
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

  /** True if there are fewer victims than there should be. */
  boolean lacksVictims() {
    return victims.size() < wanted;
  }

  /** What it lacks where it {@link #lacksVictims}, in words. */
  String lacking() {
    String which = occurrence.scheduled().which();
    if (which == null) {
      return "only " + victims.size() + " living nodes";
    }
    return victims.isEmpty()
        ? "no "
            + which
            + " of partition 0 "
            + (which.equals(FaultOption.LEADER) ? "is" : "are")
            + " known"
        : "only " + victims.size() + " of the " + which + " of partition 0 live";
  }

  /** False if it hits whoever led, or followed, before, as nobody told who does now. */
  boolean current() {
    return current;
  }

  /** By how many microseconds its first signal came after its time; 0 or less if it was on time. */
  long lateMicros() {
    return firstMicros == Long.MAX_VALUE ? 0 : firstMicros - beganMicros;
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
  void hit(Proof proof) {
    firstMicros = Math.min(firstMicros, proof.beganMicros());
    hit += proof.proven() ? 1 : 0;
  }

  /** A victim of a turn, counted from 0, was hit. */
  void turn(int index, Proof proof) {
    if (index == turns.size()) {
      turns.add(proof.beganMicros());
    } else {
      turns.set(index, Math.min(turns.get(index), proof.beganMicros()));
    }
  }

  /** A victim was healed. */
  void returned(long atMicros) {
    returns.add(atMicros);
  }

  /** Its last turn is over. */
  void over(long atMicros) {
    overMicros = atMicros;
  }

  /** It ends before all of it was carried out. */
  void cut(long atMicros) {
    cut = true;
    overMicros = atMicros;
  }

  Nemesis.InjectedFault injected() {
    return new Nemesis.InjectedFault(
        number(),
        occurrence.scheduled(),
        names(),
        confirmed(),
        holds.contains(true),
        holds.isEmpty() && !victims.isEmpty(),
        firstMicros == Long.MAX_VALUE ? beganMicros : firstMicros,
        scope,
        List.copyOf(returns),
        List.copyOf(turns),
        overMicros);
  }
}
