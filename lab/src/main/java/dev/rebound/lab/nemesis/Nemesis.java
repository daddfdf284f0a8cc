package dev.rebound.lab.nemesis;

import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.experiment.ScheduledFault;
import dev.rebound.lab.fault.ActProof;
import dev.rebound.lab.fault.Fault;
import dev.rebound.lab.fault.FaultKind;
import dev.rebound.lab.fault.FaultPlan;
import dev.rebound.lab.fault.FaultProblem;
import dev.rebound.lab.fault.MemberProcess;
import dev.rebound.lab.fault.NamedMembers;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.time.Time;
import dev.rebound.platform.Incarnation;
import dev.rebound.platform.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Carries out faults, verifies that each one happened, and heals everything at the end. The act on
 * a victim is the fault's own business ({@link Fault}).
 *
 * <p>A fault that hits all its victims at once is carried out when {@link #inject} returns. One
 * that hits them in turns goes on from there, a step with each {@link #heal}, and nobody waits for
 * it. Methods are called from the runner's thread; what takes long is done aside.
 */
public final class Nemesis {
  /** How soon to look again at a fault that is carried out in turns. */
  private static final long LOOK_MICROS = 50_000;

  private record Healing(long atMicros, FaultExecution execution, Node node, ActProof hit) {
    Healing after(long micros) {
      return new Healing(micros, execution, node, hit);
    }
  }

  /** When a victim is looked at again that was not seen to die and may do so yet. */
  private static final long AGAIN_MICROS = 1_000_000;

  /** From so much on, a victim is said to be healed before its time. */
  private static final long EARLY_MICROS = 1_000_000;

  final Supplier<BreakableMembers> members;
  final Journal journal;
  final Time time;
  private final long seed;
  final Executor aside;
  private final PriorityQueue<Healing> healings =
      new PriorityQueue<>(Comparator.comparingLong(Healing::atMicros));
  private final List<FaultExecution> executions = new ArrayList<>();
  private final List<FaultInTurns> sequences = new ArrayList<>();
  private final List<FaultAtLine> awaiting = new ArrayList<>();
  private final ReturningMembers returning;
  private final HeldMembers held;

  /** Lives that a fault was to end, by node: the last one of each. */
  private final Map<String, Integer> killed = new ConcurrentHashMap<>();

  /**
   * @param members asked for when they are needed, as they exist only once all has started
   * @param aside does what takes long, so that the caller need not wait; a test's may do it at once
   * @param held hears whom faults hold
   */
  public Nemesis(
      Supplier<BreakableMembers> members,
      Journal journal,
      Time time,
      long seed,
      Executor aside,
      HeldMembers held) {
    this.held = held;
    this.members = members;
    this.journal = journal;
    this.time = time;
    this.seed = seed;
    this.aside = aside;
    this.returning = new ReturningMembers(members, aside);
  }

  /** Does something on a thread of its own, which keeps nobody from ending. */
  public static void onAThread(Runnable work) {
    Thread thread = new Thread(work, "nemesis");
    thread.setDaemon(true);
    thread.start();
  }

  /** Faults carried out so far, in order, with what is known of them by now. */
  List<FaultExecution> executed() {
    return executions;
  }

  /** When a victim was hit, or came back, last; {@link Long#MIN_VALUE} if none ever was. */
  public long lastActMicros() {
    return executions.stream()
        .flatMap(it -> Stream.concat(Stream.of(it.signalMicros()), it.returns().stream()))
        .max(Long::compare)
        .orElse(Long.MIN_VALUE);
  }

  /**
   * Tells in words what is missing until every member that was started again, or goes on after it
   * stood still, is back at work; empty if nothing is, or if nobody can tell. Answers at once with
   * what is known.
   */
  public Optional<String> missing() {
    return returning.missing();
  }

  /**
   * True while a fault is carried out in turns, or waits for what its victims print: the next one
   * is to wait for it.
   */
  public boolean busy() {
    return !sequences.isEmpty() || !awaiting.isEmpty();
  }

  /**
   * When something is to be done again, such as healing the next victim, microseconds since the
   * epoch; null if nothing waits.
   */
  public @Nullable Long nextHealingMicros() {
    Healing next = healings.peek();
    if (!busy()) {
      return next == null ? null : (Long) next.atMicros();
    }
    long look = time.micros() + LOOK_MICROS;
    return next == null ? look : Math.min(look, next.atMicros());
  }

  /** Asks who leads, where faults are to hit it, while everybody can answer. */
  public void prepare(List<ScheduledFault> faults) {
    for (ScheduledFault fault : faults) {
      String which = fault.which();
      if (which != null) {
        members.get().only(fault.role(), which);
      }
    }
  }

  /**
   * Carries out one fault, and returns once each of its signals is confirmed or was given up; of
   * one that hits its victims in turns, begins with the first. One that waits for what its victims
   * print is carried out meanwhile.
   */
  public void inject(FaultSchedule.Occurrence occurrence) {
    FaultExecution execution = plan(occurrence);
    executions.add(execution);
    FaultPlan.Turns turns = execution.fault().plan().turns();
    if (turns != null && !execution.victims().isEmpty()) {
      FaultInTurns sequence = new FaultInTurns(execution, turns, this);
      sequences.add(sequence);
      sequence.begin();
      return;
    }
    String line = occurrence.scheduled().schedule().when();
    if (line != null) {
      awaiting.add(new FaultAtLine(execution, line, this));
      return;
    }
    List<ActProof> proofs = apply(execution);
    for (int i = 0; i < proofs.size(); i++) {
      hit(execution, execution.victims().get(i), proofs.get(i));
    }
    judge(execution);
  }

  /** Says what is wrong with a fault of whose victims all is known. */
  void judge(FaultExecution execution) {
    if (!execution.confirmed()) {
      journal.append(execution.notConfirmed());
    }
    execution.otherwise().ifPresent(journal::append);
  }

  /** Chooses the victims, and announces what is done to them. */
  private FaultExecution plan(FaultSchedule.Occurrence occurrence) {
    ScheduledFault scheduled = occurrence.scheduled();
    FaultKind kind = scheduled.fault().kind();
    FaultPlan planned = scheduled.fault().plan();
    long began = time.micros();
    BreakableMembers there = members.get();
    String role = scheduled.role();
    String which = scheduled.which();
    Set<String> holding = which == null ? there.holdingWork(role) : Set.of();
    List<Node> living = there.nodes(role).stream().filter(Node::alive).toList();
    int wanted = planned.wanted(living.size());
    NamedMembers named = which == null ? null : there.only(role, which);
    // Whoever is named has its part in what it is named for.
    Set<String> working = named == null ? holding : there.needed(role) ? names(living) : Set.of();
    List<Node> victims = choose(wanted, chosen(living, named), working, occurrence.number());
    List<Boolean> holds = victims.stream().map(node -> working.contains(node.name())).toList();
    int together = Math.min(planned.atOnce(), victims.size());
    FaultScope scope =
        FaultScope.of(
            scheduled,
            living.size(),
            together,
            (int) living.stream().filter(node -> working.contains(node.name())).count(),
            Collections.frequency(holds.subList(0, together), true));
    boolean told = named != null || there.tellsWork(role);
    boolean current = named == null || named.current();
    FaultExecution execution = new FaultExecution(occurrence, victims, wanted, current, began);
    journal.append(
        new Event.FaultStarted(
            occurrence.number(),
            kind.key(),
            role,
            execution.names(),
            told ? holds : List.of(),
            execution.words(),
            kind.effect(),
            there.steps(scope),
            lasts(planned, there)));
    return execution;
  }

  private static Event.@Nullable Lasting lasts(FaultPlan planned, BreakableMembers there) {
    Duration lasts = planned.lasts();
    return planned.holds() && lasts != null
        ? new Event.Lasting(lasts.toMillis(), there.tellsSteps())
        : null;
  }

  private static Set<String> names(List<Node> nodes) {
    return nodes.stream().map(Node::name).collect(Collectors.toSet());
  }

  /** Those of whom its file speaks. */
  private static List<Node> chosen(List<Node> living, @Nullable NamedMembers named) {
    if (named == null) {
      return living;
    }
    Set<String> names = named.names();
    return living.stream().filter(node -> names.contains(node.name())).toList();
  }

  private List<Node> choose(int wanted, List<Node> nodes, Set<String> working, int number) {
    List<Node> living = new ArrayList<>(nodes);
    // Random alone gives neighbouring seeds much the same first numbers.
    long mixed = new SplittableRandom(seed * 1_000_003 + number).nextLong();
    Collections.shuffle(living, new Random(mixed));
    living.sort(Comparator.comparing(node -> !working.contains(node.name())));
    return living.subList(0, Math.min(wanted, living.size()));
  }

  /** Takes note of what became of one victim, and plans its healing. */
  void hit(FaultExecution execution, Node node, ActProof proof) {
    note(execution, node, proof);
    Long atMicros = execution.fault().plan().healingMicros(proof);
    if (atMicros != null) {
      healings.add(new Healing(atMicros, execution, node, proof));
    } else if (node.restartsItself()) {
      otherwise(
          execution,
          node.name() + " was to stay down, and its daemon starts it again",
          "Write restart: { after: 0s }, or hit its daemon, too.");
    }
  }

  /** Takes note of what became of one victim, of which nothing is to be healed. */
  void note(FaultExecution execution, Node node, ActProof proof) {
    execution.hit(proof);
    Incarnation life = proof.life();
    journal.append(
        new Event.FaultConfirmed(
            execution.number(),
            node.name(),
            life == null ? 0 : life.number(),
            life == null ? 0 : life.pid(),
            proof.beganMicros(),
            proof.proven(),
            proof.afterMillis(),
            proof.words()));
    FaultProblem otherwise = proof.otherwise();
    if (otherwise != null) {
      otherwise(execution, otherwise.message(), otherwise.remedy());
    }
  }

  private void otherwise(FaultExecution execution, String what, String remedy) {
    journal.append(
        new Event.DoubtRaised(
            "fault-otherwise", "fault " + execution.number() + ": " + what, remedy));
  }

  /** Faults all victims at the same time, and waits until each was proven to be hit, or not. */
  private List<ActProof> apply(FaultExecution execution) {
    return answered(
        execution, execution.victims().stream().map(victim -> act(execution, victim)).toList());
  }

  /**
   * The proofs of acts on a fault's victims, for which it waits no longer than the fault may take.
   *
   * @param answers one for each victim, in their order
   */
  List<ActProof> answered(FaultExecution execution, List<CompletableFuture<ActProof>> answers) {
    List<Node> victims = execution.victims();
    Fault<?> fault = execution.fault();
    Duration within = fault.plan().provenWithin();
    try {
      CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new))
          .get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw ReboundException.environment(
          "%ss to %s were not answered for within %s s"
              .formatted(
                  fault.target(victims.get(0)).act(),
                  (victims.size() == 1 ? "one node" : victims.size() + " nodes"),
                  within.toSeconds()),
          "See whether the machine is overloaded.",
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // each failure is an answer
    }
    List<ActProof> answered = new ArrayList<>();
    for (int i = 0; i < victims.size(); i++) {
      answered.add(
          answers.get(i).getNow(fault.failed(victims.get(i), "the run was ended", time::micros)));
    }
    return answered;
  }

  /** Acts on a victim, aside; an act that throws is proof of nothing. */
  CompletableFuture<ActProof> act(FaultExecution execution, Node victim) {
    return act(execution, victim, () -> {});
  }

  /** The same after something else, on the same thread. */
  CompletableFuture<ActProof> act(FaultExecution execution, Node victim, Runnable before) {
    Fault<?> fault = execution.fault();
    return CompletableFuture.supplyAsync(
            () -> {
              before.run();
              begin(execution, victim);
              return fault.apply(victim, time::micros);
            },
            aside)
        .exceptionally(
            thrown -> {
              Throwable why =
                  thrown instanceof CompletionException && thrown.getCause() != null
                      ? thrown.getCause()
                      : thrown;
              return fault.failed(victim, String.valueOf(why.getMessage()), time::micros);
            });
  }

  /** Whoever is hit may end of it from now on. */
  private void begin(FaultExecution execution, Node victim) {
    FaultPlan plan = execution.fault().plan();
    if (plan.holds()) {
      held.hold(execution.number(), victim, plan.always());
    } else if (plan.deadly()) {
      killed.put(victim.name(), victim.current().number());
    }
  }

  /**
   * Heals every victim whose time has come, and goes on with what is carried out in turns. {@code
   * all} heals those that still wait, too, and ends what is not carried out in full: no further
   * victim is hit, and a doubt says so.
   */
  public void heal(boolean all, Consumer<ReboundException> failed) {
    if (all) {
      sequences.forEach(FaultInTurns::cut);
      sequences.clear();
      awaiting.forEach(FaultAtLine::cut);
      awaiting.clear();
    } else {
      sequences.removeIf(sequence -> !sequence.look());
      awaiting.removeIf(fault -> !fault.look());
    }
    while (true) {
      Healing next = healings.peek();
      if (next == null || (!all && next.atMicros() > time.micros())) {
        return;
      }
      healings.remove();
      boolean healed = false;
      try {
        if (!all && isDying(next)) {
          healings.add(next.after(time.micros() + AGAIN_MICROS));
          continue;
        }
        healed = heal(next);
      } catch (ReboundException e) {
        failed.accept(e);
      }
      for (FaultInTurns sequence : sequences) {
        if (sequence.isOf(next.execution())) {
          sequence.healed(next.node(), healed);
        }
      }
    }
  }

  /**
   * Whether a victim that was not seen to die lives on as it did: on a machine that stands still it
   * dies later, and then nobody but the one who was to heal it starts it again.
   */
  private static boolean isDying(Healing healing) {
    Incarnation life = healing.hit().life();
    return healing.execution().fault().plan().deadly()
        && !healing.hit().proven()
        && life != null
        && healing.node().alive()
        && healing.node().current().number() == life.number();
  }

  private boolean heal(Healing healing) {
    FaultExecution execution = healing.execution();
    Node node = healing.node();
    long begin = time.micros();
    boolean holds = execution.fault().plan().holds();
    Incarnation before = holds ? node.current() : healing.hit().life();
    ActProof proof =
        holds ? letGo(healing) : execution.fault().heal(node, healing.hit(), time::micros);
    if (!proof.proven()) {
      journal.append(
          Event.DoubtRaised.of(
              Doubt.NOT_HEALED,
              "fault " + execution.number() + ": " + node.name() + " " + proof.words()));
      return false;
    }
    execution.returned(begin);
    long early = healing.atMicros() - begin;
    if (early > EARLY_MICROS) {
      otherwise(
          execution,
          "%s was healed %s ms before its time: the phase, or the run, was over"
              .formatted(node.name(), early / 1000),
          "Lengthen phases.faults, or have the fault come sooner, and let the run go on to its"
              + " end.");
    }
    Incarnation life = proof.life();
    if (life != null) {
      returning.healed(node);
      if (before == null || life.number() > before.number()) {
        members.get().restarted(node);
      }
    }
    journal.append(
        new Event.FaultHealed(
            execution.number(),
            node.name(),
            life == null ? 0 : life.number(),
            proof.words(),
            begin));
    return true;
  }

  /**
   * Heals a victim that lived on, or that had ended by itself since it was hit: what stood still in
   * a life that is over is no more, and the next life is started. Who ends from now on ended after
   * the fault.
   */
  private ActProof letGo(Healing healing) {
    FaultExecution execution = healing.execution();
    Node node = healing.node();
    Incarnation hit = healing.hit().life();
    long begin = time.micros();
    held.release(execution.number(), node);
    Incarnation found = node.current();
    boolean ended = !node.alive() || (hit != null && found.number() > hit.number());
    ActProof proof;
    try {
      proof = execution.fault().heal(node, healing.hit(), time::micros);
    } catch (ReboundException e) {
      if (!ended || hit == null) {
        throw e;
      }
      proof = ActProof.now(found, begin, time::micros, false, "");
    }
    // What acts on no life does not end with one.
    boolean lifted = proof.proven() || hit != null;
    return ended && lifted ? startAgain(node, hit == null ? found : hit, begin) : proof;
  }

  /**
   * Starts the next life of a victim, unless a fault was to end the one before, or somebody else
   * was quicker.
   */
  private ActProof startAgain(Node node, Incarnation over, long begin) {
    boolean byFault = killed.getOrDefault(node.name(), 0) >= over.number();
    String words = byFault ? "was ended by another fault" : "had ended by itself";
    Incarnation now = node.current();
    if (node.alive()) {
      return ActProof.now(now, begin, time::micros, true, words + "; lives as pid " + now.pid());
    }
    if (killed.getOrDefault(node.name(), 0) == now.number()) {
      return ActProof.now(now, begin, time::micros, true, words);
    }
    ActProof again = new MemberProcess(node).startAgain(time::micros);
    return again.words(words + "; " + again.words());
  }
}
