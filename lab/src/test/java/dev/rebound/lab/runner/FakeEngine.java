package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.platform.Signal;
import dev.rebound.workload.Matcher;
import dev.rebound.workload.OutputRecord;
import dev.rebound.workload.RuleState;
import dev.rebound.workload.RuleWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A stream processor in memory that keeps its promise, unless a {@link Bug} is planted in it.
 *
 * <p>Each input partition is a lane that one worker owns, at home on worker p mod N. A dead
 * worker's lanes go to living ones after {@link #TAKEOVER_MICROS}; they go home when it is back. A
 * pause stops a worker's lanes and nothing else. With exactly-once a lane goes on where it was;
 * with at-least-once it goes back to its last commit. Commits come each second. Nothing takes time
 * but waiting, so a run is the same each time.
 */
final class FakeEngine implements FakeNode.Lives {
  static final long TAKEOVER_MICROS = 1_500_000;
  static final long STALL_MICROS = 7_000_000;
  static final long LATE_MICROS = 4_000_000;
  private static final long SLOW_PER_SECOND = 100;
  private static final long DETECTED_MICROS = 1_000_000;
  private static final long COMMIT_MICROS = 1_000_000;
  private static final long TAKEN_BACK_MICROS = 300_000;

  /** One input partition: how far it is, and who owns it. */
  private static final class Lane {
    private final int partition;
    private final FakeNode home;
    private FakeNode owner;
    private int position;
    private int committed;
    private int readout;
    private boolean dead;
    private List<OutputRecord> sinceCommit = new ArrayList<>();
    private List<OutputRecord> beforeDeath = List.of();

    Lane(int partition, FakeNode home) {
      this.partition = partition;
      this.home = home;
      this.owner = home;
    }
  }

  private record Due(long atMicros, int node, Runnable what) {}

  private final Bug bug;
  private final Guarantee guarantee;
  private final FakeTopics topics;
  private final FakeTime time;
  private final Consumer<Transition> sink;
  private final Matcher matcher;
  private final List<FakeNode> workers = new ArrayList<>();
  private final List<Lane> lanes = new ArrayList<>();
  private final RuleState[] states;
  private final List<Due> due = new ArrayList<>();
  private long stalledUntilMicros;
  private long nextCommitMicros;
  private boolean spoiled;
  private long planted;

  FakeEngine(
      Bug bug,
      Guarantee guarantee,
      RuleWorkload workload,
      int workers,
      FakeTopics topics,
      FakeTime time,
      Consumer<Transition> sink) {
    this.bug = bug;
    this.guarantee = guarantee;
    this.topics = topics;
    this.time = time;
    this.sink = sink;
    this.matcher = workload.newMatcher();
    this.states = new RuleState[workload.rules()];
    java.util.Arrays.fill(states, RuleState.EMPTY);
    for (int i = 0; i < workers; i++) {
      this.workers.add(new FakeNode("worker-" + i, "worker", time, this));
    }
    for (int p = 0; p < topics.inputEnds().size(); p++) {
      lanes.add(new Lane(p, this.workers.get(p % workers)));
    }
  }

  /**
   * The steps that it tells of after a fault: it notices every death, and hands work to the living
   * only.
   */
  static Set<Step> steps(FaultScope fault) {
    if (!fault.deadly() || fault.workingVictims() == 0) {
      return Set.of();
    }
    boolean takenOver =
        !fault.hitsAll() && fault.outlasts(Duration.ofNanos(TAKEOVER_MICROS * 1000));
    return takenOver
        ? Set.of(Step.DETECTED, Step.REASSIGNED, Step.RESTORED)
        : Set.of(Step.DETECTED);
  }

  List<FakeNode> workers() {
    return workers;
  }

  synchronized Set<String> holdingWork() {
    Set<String> names = new TreeSet<>();
    lanes.stream().filter(lane -> lane.owner.alive()).forEach(lane -> names.add(lane.owner.name()));
    return names;
  }

  /** How many anomalies the bug made, where they can be counted. */
  synchronized long planted() {
    return planted;
  }

  synchronized List<Long> committed() {
    return lanes.stream().map(lane -> (long) lane.committed).toList();
  }

  /** Records that wait to be processed, and readouts that are still to come. */
  synchronized long waiting() {
    return lanes.stream()
        .mapToLong(lane -> topics.input(lane.partition).size() - lane.position + lane.readout)
        .sum();
  }

  /** Has every lane read out the final state of its rules. */
  synchronized void readOut(int round) {
    lanes.forEach(lane -> lane.readout = round);
  }

  @Override
  public synchronized void signalled(FakeNode node, Signal signal) {
    if (signal == Signal.KILL || signal == Signal.TERMINATE) {
      died(node);
    }
  }

  /** Called once a worker is dead, by whatever cause. */
  synchronized void died(FakeNode node) {
    long now = time.micros();
    if (bug == Bug.STALLS_FOR_7_SECONDS) {
      stalledUntilMicros = now + STALL_MICROS;
      time.stopAt(stalledUntilMicros);
    }
    for (Lane lane : lanes) {
      if (lane.owner == node) {
        lane.beforeDeath = List.copyOf(lane.sinceCommit);
      }
    }
    if (bug == Bug.TAKES_BACK) {
      planted +=
          topics.takeBack(
              now - TAKEN_BACK_MICROS, output -> output.record().node() == number(node));
    }
    time.stopAt(now + DETECTED_MICROS);
    time.stopAt(now + TAKEOVER_MICROS);
    due.add(new Due(now + DETECTED_MICROS, number(node), () -> say(Step.DETECTED, node, "gone")));
    due.add(new Due(now + TAKEOVER_MICROS, number(node), this::takeOver));
  }

  @Override
  public synchronized void restarted(FakeNode node, boolean wipe, boolean newIdentity) {
    for (Lane lane : lanes) {
      if (lane.home == node && !lane.dead && lane.owner != node) {
        lane.owner = node;
        if (bug == Bug.DUPLICATES_ON_RESTART) {
          planted += lane.beforeDeath.size();
          lane.beforeDeath.forEach(output -> topics.append(output, time.micros()));
          lane.beforeDeath = List.of();
        }
      }
    }
  }

  /** Gives the lanes of the dead to the living. */
  private void takeOver() {
    List<FakeNode> living = workers.stream().filter(FakeNode::alive).toList();
    for (Lane lane : lanes) {
      if (lane.owner.alive() || living.isEmpty() || lane.dead) {
        continue;
      }
      if (bug == Bug.LEAVES_A_LANE_DEAD && !spoiled) {
        spoiled = true;
        lane.dead = true;
        continue;
      }
      lane.owner = living.get(lane.partition % living.size());
      say(Step.REASSIGNED, lane.owner, "input partition " + lane.partition);
      if (guarantee == Guarantee.AT_LEAST_ONCE) {
        lane.position = lane.committed;
      }
      spoil(lane);
      say(Step.RESTORED, lane.owner, "input partition " + lane.partition);
    }
  }

  private void spoil(Lane lane) {
    List<FakeTopics.Input> backlog =
        topics.input(lane.partition).subList(lane.position, topics.input(lane.partition).size());
    if (bug == Bug.LOSES_ON_KILL) {
      backlog.forEach(input -> match(input, rule -> planted++));
      lane.position += backlog.size();
    } else if (bug == Bug.WRITES_LATE) {
      List<FakeTopics.Input> kept = List.copyOf(backlog);
      long later = time.micros() + LATE_MICROS;
      time.stopAt(later);
      due.add(
          new Due(later, number(lane.owner), () -> kept.forEach(input -> process(lane, input))));
      lane.position += kept.size();
    } else if (bug == Bug.SWAPS_ORDER && !spoiled) {
      swap(lane, backlog);
    } else if (bug == Bug.CORRUPTS_STATE && !spoiled) {
      spoiled = true;
      RuleState s = states[1];
      states[1] = new RuleState(s.count(), s.checksum() + 1, s.firstMicros(), s.lastMicros());
      planted = 1;
    } else if (bug == Bug.FORGETS_STATE && !spoiled) {
      spoiled = true;
      states[1] = RuleState.EMPTY;
      planted = 1;
    }
  }

  /** Processes the backlog with its first record and the next one of the same rule swapped. */
  private void swap(Lane lane, List<FakeTopics.Input> backlog) {
    for (int i = 0; i < backlog.size(); i++) {
      for (int j = i + 1; j < backlog.size(); j++) {
        if (rules(backlog.get(i)).stream().anyMatch(rules(backlog.get(j))::contains)) {
          spoiled = true;
          List<FakeTopics.Input> swapped = new ArrayList<>(backlog);
          swapped.set(i, backlog.get(j));
          swapped.set(j, backlog.get(i));
          swapped.forEach(input -> process(lane, input));
          lane.position += swapped.size();
          return;
        }
      }
    }
  }

  private List<Integer> rules(FakeTopics.Input input) {
    List<Integer> rules = new ArrayList<>();
    match(input, rules::add);
    return rules;
  }

  private void match(FakeTopics.Input input, IntConsumer rules) {
    matcher.expected(input.generator(), input.sequence(), rules);
  }

  /** Does what is to be done by now. */
  synchronized void step() {
    long now = time.micros();
    // Signals go out in parallel: their order must not show.
    List<Due> come =
        due.stream()
            .filter(d -> d.atMicros() <= now)
            .sorted(Comparator.comparingLong(Due::atMicros).thenComparingInt(Due::node))
            .toList();
    due.removeAll(come);
    come.forEach(d -> d.what().run());
    if (bug == Bug.SAYS_NOTHING || now < stalledUntilMicros) {
      return;
    }
    for (Lane lane : lanes) {
      if (lane.owner.alive() && !lane.owner.paused() && !lane.dead) {
        advance(lane);
      }
    }
    if (now >= nextCommitMicros) {
      nextCommitMicros = now + COMMIT_MICROS;
      lanes.stream().filter(lane -> lane.owner.alive()).forEach(FakeEngine::commit);
    }
  }

  private static void commit(Lane lane) {
    lane.committed = lane.position;
    lane.sinceCommit.clear();
  }

  private void advance(Lane lane) {
    List<FakeTopics.Input> inputs = topics.input(lane.partition);
    while (lane.position < Math.min(inputs.size(), reach())) {
      process(lane, inputs.get(lane.position++));
    }
    if (lane.readout > 0) {
      for (int rule = lane.partition; rule < states.length; rule += lanes.size()) {
        emit(lane, OutputRecord.OutputKind.READOUT, rule, new FakeTopics.Input(0, lane.readout, 0));
      }
      lane.readout = 0;
    }
  }

  /** How many records of a lane can have been processed by now. */
  private long reach() {
    return bug == Bug.IS_TOO_SLOW
        ? (time.micros() - FakeTime.BEGIN_MICROS) * SLOW_PER_SECOND / 1_000_000
        : Long.MAX_VALUE;
  }

  private void process(Lane lane, FakeTopics.Input input) {
    match(
        input,
        rule -> {
          states[rule] =
              states[rule].step(input.generator(), input.sequence(), rule, input.intendedMicros());
          emit(lane, OutputRecord.OutputKind.MATCH, rule, input);
        });
  }

  private void emit(Lane lane, OutputRecord.OutputKind kind, int rule, FakeTopics.Input input) {
    RuleState state = states[rule];
    OutputRecord output =
        new OutputRecord(
            kind,
            input.generator(),
            rule,
            input.sequence(),
            input.intendedMicros(),
            state.count(),
            state.checksum(),
            state.firstMicros(),
            state.lastMicros(),
            number(lane.owner),
            lane.owner.current().number());
    topics.append(output, time.micros());
    if (kind == OutputRecord.OutputKind.MATCH) {
      lane.sinceCommit.add(output);
    }
  }

  private int number(FakeNode node) {
    return workers.indexOf(node);
  }

  private void say(Step step, FakeNode node, String detail) {
    sink.accept(new Transition(time.micros(), step, Objects.requireNonNull(node).name(), detail));
  }
}
