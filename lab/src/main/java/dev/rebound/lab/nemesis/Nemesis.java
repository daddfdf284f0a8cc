package dev.rebound.lab.nemesis;

import dev.rebound.lab.LabException;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.experiment.Fault;
import dev.rebound.lab.harm.Harm;
import dev.rebound.lab.harm.Healed;
import dev.rebound.lab.journal.Event;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.platform.Confirmation;
import dev.rebound.lab.platform.Incarnation;
import dev.rebound.lab.platform.Node;
import dev.rebound.lab.result.Doubt;
import dev.rebound.lab.runner.Time;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Carries out faults, verifies that each one happened, and heals everything at the end. Its methods
 * are called from the runner's thread; only the signals of one fault go out in parallel.
 */
public final class Nemesis {
  /**
   * What a fault did, for the analysis.
   *
   * @param scope whom it hit
   * @param returns when each victim was restarted or resumed, microseconds since the epoch, in
   *     order
   */
  public record Injected(
      int fault,
      String kind,
      Fault description,
      List<String> victims,
      boolean confirmed,
      boolean heldWork,
      long signalMicros,
      FaultScope scope,
      List<Long> returns) {
    private Injected returned(List<Long> micros) {
      return new Injected(
          fault, kind, description, victims, confirmed, heldWork, signalMicros, scope, micros);
    }

    /** When the first victim was restarted or resumed; 0 if none was. */
    public long returnedMicros() {
      return returns.isEmpty() ? 0 : returns.get(0);
    }
  }

  /** What is there to be broken. */
  public interface Targets {
    /** Every member with this role, dead ones included. */
    List<Node> nodes(String role);

    /** Names of living members that hold work right now. */
    Set<String> holdingWork(String role);

    /** Called after a member was started again. */
    void restarted(Node node);
  }

  private record Healing(long atMicros, int fault, Node node, Harm harm) {}

  private final Targets targets;
  private final Journal journal;
  private final Time time;
  private final long seed;
  private final Function<Runnable, Thread> threads;
  private final PriorityQueue<Healing> healings =
      new PriorityQueue<>(Comparator.comparingLong(Healing::atMicros));
  private final List<Injected> injected = new CopyOnWriteArrayList<>();
  private final Map<Integer, List<Long>> returns = new ConcurrentHashMap<>();

  public Nemesis(Targets targets, Journal journal, Time time, long seed) {
    this.targets = targets;
    this.journal = journal;
    this.time = time;
    this.seed = seed;
    this.threads = work -> new Thread(work, "nemesis");
  }

  /** Faults carried out so far, in order, with what is known of their healing by now. */
  public List<Injected> injected() {
    return injected.stream()
        .map(i -> i.returned(List.copyOf(returns.getOrDefault(i.fault(), List.of()))))
        .toList();
  }

  /** When the next victim is to be healed, microseconds since the epoch; null if none waits. */
  public @Nullable Long nextHealingMicros() {
    Healing next = healings.peek();
    return next == null ? null : next.atMicros();
  }

  /** Carries out one fault and returns once each of its signals is confirmed or was given up. */
  public Injected inject(FaultSchedule.Occurrence occurrence) {
    Fault fault = occurrence.fault();
    Harm harm = fault.harm();
    Set<String> working = targets.holdingWork(fault.role());
    List<Node> living = targets.nodes(fault.role()).stream().filter(Node::alive).toList();
    int wanted = harm.victims(living.size());
    List<Node> victims = choose(wanted, living, working, occurrence.number());
    List<String> names = victims.stream().map(Node::name).toList();
    List<Boolean> holds = names.stream().map(working::contains).toList();
    journal.append(
        new Event.FaultStarted(
            occurrence.number(), harm.kind(), fault.role(), names, holds, describe(harm, names)));
    List<Confirmation> confirmations = apply(victims, harm);
    boolean confirmed = victims.size() == wanted;
    long first = confirmations.isEmpty() ? time.micros() : Long.MAX_VALUE;
    for (int i = 0; i < confirmations.size(); i++) {
      Confirmation c = confirmations.get(i);
      confirmed &= c.confirmed();
      first = Math.min(first, c.signalledMicros());
      Incarnation life = c.incarnation();
      journal.append(
          new Event.FaultConfirmed(
              occurrence.number(),
              names.get(i),
              life.number(),
              life.pid(),
              c.signalledMicros(),
              c.confirmed(),
              c.afterMillis(),
              c.detail()));
      planHealing(occurrence.number(), victims.get(i), harm, c);
    }
    if (!confirmed) {
      journal.append(
          Doubt.FAULT_NOT_CONFIRMED.says(
              "fault "
                  + occurrence.number()
                  + " ("
                  + describe(harm, names)
                  + ") could not be confirmed"
                  + (victims.size() < wanted ? ": only " + victims.size() + " living nodes" : "")));
    }
    Injected result =
        new Injected(
            occurrence.number(),
            harm.kind(),
            fault,
            names,
            confirmed,
            holds.contains(true),
            first,
            FaultScope.of(
                fault,
                living.size(),
                victims.size(),
                (int) living.stream().filter(node -> working.contains(node.name())).count(),
                Collections.frequency(holds, true)),
            List.of());
    injected.add(result);
    return result;
  }

  private List<Node> choose(int wanted, List<Node> nodes, Set<String> working, int number) {
    List<Node> living = new ArrayList<>(nodes);
    // Random alone gives neighbouring seeds much the same first numbers.
    long mixed = new SplittableRandom(seed * 1_000_003 + number).nextLong();
    Collections.shuffle(living, new Random(mixed));
    living.sort(Comparator.comparing(node -> !working.contains(node.name())));
    return living.subList(0, Math.min(wanted, living.size()));
  }

  private List<Confirmation> apply(List<Node> victims, Harm harm) {
    if (victims.size() == 1) {
      return List.of(harm.apply(victims.get(0), time::micros));
    }
    Confirmation[] confirmations = new Confirmation[victims.size()];
    CountDownLatch done = new CountDownLatch(victims.size());
    for (int i = 0; i < victims.size(); i++) {
      int index = i;
      threads
          .apply(
              () -> {
                try {
                  confirmations[index] = harm.apply(victims.get(index), time::micros);
                } finally {
                  done.countDown();
                }
              })
          .start();
    }
    try {
      if (!done.await(60, TimeUnit.SECONDS)) {
        throw new LabException(
            LabException.Cause.ENVIRONMENT,
            "signals to " + victims.size() + " nodes were not answered for within 60 s",
            "See whether the machine is overloaded.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    List<Confirmation> answered = new ArrayList<>();
    for (int i = 0; i < confirmations.length; i++) {
      Confirmation c = confirmations[i];
      answered.add(
          c != null
              ? c
              : new Confirmation(
                  victims.get(i).current(),
                  harm.signal(),
                  time.micros(),
                  false,
                  0,
                  "the signal failed"));
    }
    return answered;
  }

  private void planHealing(int number, Node node, Harm harm, Confirmation c) {
    Long atMicros = harm.healingMicros(c);
    if (atMicros != null) {
      healings.add(new Healing(atMicros, number, node, harm));
    }
  }

  /** Heals every victim whose time has come; {@code all} heals those that still wait, too. */
  public void heal(boolean all, Consumer<LabException> failed) {
    while (true) {
      Healing next = healings.peek();
      if (next == null || (!all && next.atMicros() > time.micros())) {
        return;
      }
      healings.remove();
      try {
        heal(next);
      } catch (LabException e) {
        failed.accept(e);
      }
    }
  }

  private void heal(Healing healing) {
    Node node = healing.node();
    long begin = time.micros();
    Healed healed = healing.harm().heal(node);
    if (!healed.healed()) {
      notHealed(healing, healed.detail());
      return;
    }
    returned(healing.fault(), begin);
    if (healed.started()) {
      targets.restarted(node);
    }
    journal.append(
        new Event.FaultHealed(healing.fault(), node.name(), healed.incarnation(), healed.detail()));
  }

  private void notHealed(Healing healing, String how) {
    journal.append(
        Doubt.NOT_HEALED.says(
            "fault " + healing.fault() + ": " + healing.node().name() + " " + how));
  }

  private void returned(int fault, long atMicros) {
    returns.computeIfAbsent(fault, key -> new CopyOnWriteArrayList<>()).add(atMicros);
  }

  private static String describe(Harm harm, List<String> victims) {
    return harm.words() + " " + String.join(", ", victims);
  }
}
