package dev.rebound.engine.jet;

import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which member runs which of the job's sources, from what members say and from who has died; tells
 * the steps of a recovery as they follow from it.
 *
 * <ul>
 *   <li>{@link Step#DETECTED}: a living member sees that another one is gone.
 *   <li>{@link Step#REASSIGNED}: every source of an execution of the job is on a living member.
 *   <li>{@link Step#RESTORED}: every one of them has what the snapshot keeps of it, and reads.
 * </ul>
 *
 * <p>Pure state; guarded by its owner.
 */
final class SourceLedger {
  /**
   * What a life of a member runs.
   *
   * @param of how many sources the execution has on all members
   */
  private record MemberLife(int incarnation, int of, Set<String> held, Set<String> reading) {}

  private final Map<String, MemberLife> lives = new TreeMap<>();

  /** Members that the others take for gone, and that may live on by themselves. */
  private final Set<String> outcasts = new TreeSet<>();

  private boolean allHeld;
  private boolean allRead;

  /** This life of a member is over: nobody runs what it ran. */
  void died(String member, int incarnation) {
    MemberLife life = lives.get(member);
    if (life != null && life.incarnation() <= incarnation) {
      lives.remove(member);
      reckon();
    }
  }

  /**
   * A member sees that another one is gone. What an outcast sees says nothing: after a pause it
   * takes all others for gone.
   */
  List<Transition> removed(long atMicros, String member, String other) {
    if (outcasts.contains(member)) {
      return List.of();
    }
    outcasts.add(other);
    reckon();
    return List.of(new Transition(atMicros, Step.DETECTED, member, "lost member " + other));
  }

  /** A member sees that another one has joined. */
  void added(String member, String other) {
    if (!outcasts.contains(member) && outcasts.remove(other)) {
      reckon();
    }
  }

  /** A life has begun, and runs nothing yet. */
  void started(String member, int incarnation) {
    MemberLife life = lives.get(member);
    if (life == null || life.incarnation() < incarnation) {
      lives.put(member, new MemberLife(incarnation, 0, Set.of(), Set.of()));
      outcasts.remove(member);
      reckon();
    }
  }

  /** A member says what it runs; the steps that follow from it, in order. */
  List<Transition> runs(
      long atMicros,
      String member,
      int incarnation,
      int of,
      Set<String> held,
      Set<String> reading) {
    lives.put(member, new MemberLife(incarnation, of, held, reading));
    boolean heldBefore = allHeld;
    boolean readBefore = allRead;
    reckon();
    List<Transition> steps = new ArrayList<>();
    if (allHeld && !heldBefore) {
      steps.add(new Transition(atMicros, Step.REASSIGNED, member, shares()));
    }
    if (allRead && !readBefore) {
      steps.add(
          new Transition(atMicros, Step.RESTORED, member, "all " + of + " sources read again"));
    }
    return steps;
  }

  /**
   * Sources that are closed for another execution are gone from a member before it has new ones.
   */
  private void reckon() {
    Map<Integer, Set<String>> held = new HashMap<>();
    Map<Integer, Set<String>> reading = new HashMap<>();
    for (String member : holders()) {
      MemberLife life = lives.get(member);
      if (life != null) {
        held.computeIfAbsent(life.of(), of -> new TreeSet<>()).addAll(life.held());
        reading.computeIfAbsent(life.of(), of -> new TreeSet<>()).addAll(life.reading());
      }
    }
    allHeld = held.size() == 1 && held.entrySet().stream().allMatch(SourceLedger::whole);
    allRead = allHeld && reading.entrySet().stream().allMatch(SourceLedger::whole);
  }

  private static boolean whole(Map.Entry<Integer, Set<String>> numbers) {
    return numbers.getValue().size() >= numbers.getKey();
  }

  private String shares() {
    List<String> shares = new ArrayList<>();
    for (String member : holders()) {
      MemberLife life = lives.get(member);
      shares.add(member + " " + (life == null ? 0 : life.held().size()));
    }
    return "sources: " + String.join(", ", shares);
  }

  /** Living members that take part in the job, and that the others know. */
  Set<String> holders() {
    Set<String> holders = new TreeSet<>();
    lives.forEach(
        (member, life) -> {
          if (!life.held().isEmpty() && !outcasts.contains(member)) {
            holders.add(member);
          }
        });
    return holders;
  }

  /** Whether this life of a member is up, and the others have it. */
  boolean up(String member, int incarnation) {
    MemberLife life = lives.get(member);
    return life != null && life.incarnation() == incarnation && !outcasts.contains(member);
  }

  /** Whether every source reads on a living member. */
  boolean allRead() {
    return allRead;
  }

  @Override
  public String toString() {
    return lives.toString();
  }
}
