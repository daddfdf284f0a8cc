package dev.rebound.analysis.accuracy;

import dev.rebound.analysis.accuracy.Standstill.Reason;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Draws a world piece by piece. It begins as an ordinary one: dense lanes, capacity to spare, a
 * quiet baseline; scenarios then add faults and troubles. Times are seconds here, and microseconds
 * in what is made.
 */
final class ScenarioDraft {
  /** An engine's treatment of the lanes of workers that are still alive. */
  enum SurvivorStyle {
    /** They go on. */
    ALONE,
    /** They stop for a moment when the lost work gets new owners. */
    REBALANCE,
    /** They stop a little later, and all go on together. */
    WHOLE_JOB
  }

  final SeededRandom dice;
  private final SimulatedScenarioBuilder world = SimulatedScenarioBuilder.builder();
  private final Scenario scenario;
  private final List<Standstill> stops = new ArrayList<>();
  private final List<SimulatedFault> faults = new ArrayList<>();
  private final int partitions;
  private final int workers;
  private double baseline;
  private final double warmup;
  private double lanePerSecond;
  private boolean even;
  private double capacity;

  /** Where the last fault has ended and its delay is caught up, about. */
  private double settled;

  private double end;

  /** The longest that a run may be, seconds. */
  private double longest = 170;

  ScenarioDraft(Scenario scenario, long seed) {
    this.scenario = scenario;
    this.dice = SeededRandom.of(seed * 31 + scenario.name().hashCode(), 1);
    partitions = dice.whole(4, 10);
    workers = dice.whole(2, Math.min(4, partitions));
    lanePerSecond = dice.scaled(40, 90);
    capacity = dice.scaled(1.5, 3);
    world
        .scenario(scenario)
        .seed(seed)
        .partitions(partitions)
        .workers(workers)
        .guarantee(Guarantee.NONE)
        .commits(CommitSchedule.NONE)
        .service(dice.any(List.of(ServiceTime.values())))
        .fetchMicros(dice.chance(0.3) ? micros(dice.between(0.01, 0.12)) : 0);
    warmup = dice.between(2, 4);
    baseline = dice.between(12, 20);
    settled = warmup + baseline;
  }

  // Promises of the job.

  ScenarioDraft appending() {
    world.guarantee(dice.chance(0.5) ? Guarantee.NONE : Guarantee.AT_LEAST_ONCE);
    return this;
  }

  /** Work that was done since the last commit is done again after a kill. */
  ScenarioDraft replaying() {
    world.guarantee(Guarantee.AT_LEAST_ONCE);
    world.commits(new CommitSchedule(micros(dice.scaled(0.5, 5)), 0.15, dice.chance(0.3), false));
    return this;
  }

  ScenarioDraft committing(double leastSeconds, double mostSeconds) {
    world.guarantee(Guarantee.EXACTLY_ONCE);
    double jitter = dice.chance(0.5) ? 0.02 : 0.15;
    long interval = micros(dice.scaled(leastSeconds, mostSeconds));
    world.commits(new CommitSchedule(interval, jitter, dice.chance(0.4), true));
    return this;
  }

  private double commitSeconds() {
    return world.commits().intervalMicros() / 1e6;
  }

  /** Any of the three. */
  ScenarioDraft promising() {
    return switch (dice.whole(0, 3)) {
      case 0 -> appending();
      case 1 -> replaying();
      default -> committing(0.1, 2);
    };
  }

  // Events.

  /** A fault some time after the baseline whose outage lasts so long. */
  ScenarioDraft fault(double outage) {
    return fault(soon(), outage, style(), Warming.NONE);
  }

  ScenarioDraft fault(double outage, SurvivorStyle style) {
    return fault(soon(), outage, style, Warming.NONE);
  }

  /**
   * How lanes come back.
   *
   * @param seconds that they take to come up to the load
   * @param slowest share of the load that they work off meanwhile, at least; {@code fastest} at
   *     most
   */
  private record Warming(double seconds, double slowest, double fastest) {
    static final Warming NONE = new Warming(0, 1, 1);

    /** Seconds of load that are left undone, at most. */
    double behind() {
      return seconds * (1 - slowest);
    }
  }

  /** After the outage proper the lanes take so long to come up to the load. */
  ScenarioDraft warmingFault(double outage, double warming, double slowest, double fastest) {
    longest = Math.max(longest, warming > 10 ? 420 : 170);
    Warming how = warming > 0 ? new Warming(warming, slowest, fastest) : Warming.NONE;
    return fault(soon(), outage, style(), how);
  }

  /** Lanes of one worker become slower than the load for so long, and none stops. */
  ScenarioDraft slowingFault(double seconds, double slowest, double fastest) {
    longest = 420;
    double at = soon();
    Warming slow = new Warming(seconds, slowest, fastest);
    warm(at, slow, lanesOf(0));
    harm(at, "pause");
    settled = at + seconds + slow.behind() / (capacity - 1);
    return this;
  }

  /**
   * Lanes of one worker stop so long after the signal.
   *
   * @param told whether the engine says so, as it happens
   */
  ScenarioDraft lateFault(double after, double outage, boolean told) {
    double at = soon();
    double from = at + after;
    List<SimulatedFault.Word> words = new ArrayList<>();
    if (told) {
      words.add(new SimulatedFault.Word(micros(from), Step.REASSIGNED, "worker-1"));
      words.add(new SimulatedFault.Word(micros(from + outage), Step.RESTORED, "worker-1"));
    }
    down(from, from + outage, Warming.NONE, lanesOf(0), dice.chance(0.5));
    harm(at, "kill", List.of("worker-0"), words);
    if (dice.chance(0.5)) {
      lastFault().returns().add(micros(at + dice.between(1, after / 2)));
    }
    settled = from + outage + (outage + commitSeconds()) / (capacity - 1);
    return this;
  }

  private double soon() {
    return settled + dice.between(0.5, 4);
  }

  private SurvivorStyle style() {
    return dice.any(List.of(SurvivorStyle.values()));
  }

  /** One whose signal comes at a given time. */
  private ScenarioDraft fault(double at, double outage, SurvivorStyle style, Warming warming) {
    boolean shared = world.commits().shared();
    SurvivorStyle how = shared ? SurvivorStyle.WHOLE_JOB : style;
    int harmed = how == SurvivorStyle.WHOLE_JOB ? 1 : dice.whole(1, Math.max(1, workers / 2));
    boolean kill = how == SurvivorStyle.WHOLE_JOB || dice.chance(0.8);
    List<SimulatedFault.Word> words = new ArrayList<>();
    List<String> victims = new ArrayList<>();
    double detected = at + outage * dice.between(0.1, 0.6);
    double until = at + outage;
    for (int w = 0; w < workers; w++) {
      if (w < harmed) {
        victims.add("worker-" + w);
        words.add(new SimulatedFault.Word(micros(detected), Step.DETECTED, "worker-" + w));
        words.add(new SimulatedFault.Word(micros(until), Step.RESTORED, "worker-" + w));
        double back =
            w == 0 || how == SurvivorStyle.WHOLE_JOB ? until : at + outage * dice.between(0.5, 1);
        down(at, back, warming, lanesOf(w), kill);
      } else if (how == SurvivorStyle.WHOLE_JOB) {
        double later = at + Math.min(dice.between(0, 4), outage * dice.between(0, 0.8));
        down(later, until, warming, lanesOf(w), true);
      } else if (how == SurvivorStyle.REBALANCE) {
        double again = Math.min(until, detected + dice.between(0.1, 1));
        down(detected, again, Warming.NONE, lanesOf(w), false);
      }
    }
    harm(at, kill ? "kill" : "pause", victims, words);
    double behind = outage + warming.behind() + commitSeconds();
    settled = Math.min(at + longest - 50, until + warming.seconds() + behind / (capacity - 1));
    return this;
  }

  private void down(double from, double to, Warming warming, long lanes, boolean kill) {
    stop(Reason.FAULT, micros(from), micros(to), 0, lanes, kill);
    if (warming.seconds() > 0) {
      warm(to, warming, lanes);
    }
  }

  private void warm(double from, Warming warming, long lanes) {
    double speed = dice.between(warming.slowest(), warming.fastest());
    long until = micros(from) + micros(warming.seconds());
    stop(Reason.FAULT, micros(from), until, speed, lanes, false);
  }

  /** Lanes stop by the fault that is being drawn, by the return of the last one, or by neither. */
  private void stop(Reason why, long from, long to, double speed, long lanes, boolean kills) {
    int fault =
        switch (why) {
          case FAULT -> faults.size();
          case RETURN -> faults.size() - 1;
          case HICCUP, PAUSE -> -1;
        };
    stops.add(new Standstill(why, fault, from, to, speed, lanes, kills));
  }

  /** A first fault of such an outage, and a second up to some seconds after it was over. */
  ScenarioDraft twoFaults(double outage) {
    fault(outage);
    double signal = faults.get(0).signal() / 1e6;
    return fault(
        signal + dice.between(0.3, outage + 8), dice.scaled(0.5, 10), style(), Warming.NONE);
  }

  /**
   * Consumers of a group, the first of which is killed, and comes back or does not; the second one,
   * in worlds of that, about while what the first one left is worked off.
   *
   * @param every seconds between commits of a loop that commits by time
   * @param polled records that a poll returns at most
   * @param fetched records of a partition that a fetch brings at most
   */
  ScenarioDraft group(
      ConsumerGroupSettings.Loop loop, double every, double polled, double fetched) {
    world.guarantee(
        loop == ConsumerGroupSettings.Loop.FIRST ? Guarantee.NONE : Guarantee.AT_LEAST_ONCE);
    boolean twice = scenario == Scenario.SECOND_KILL;
    longest = 260;
    even = true;
    baseline = Math.max(baseline, 5 * every);
    settled = warmup + baseline;
    // Survivors keep up with all that the dead one did.
    int most = (partitions + workers - 2) / Math.max(1, workers - 1);
    double spare = dice.scaled(1.25, twice ? 2 : 4);
    capacity = spare * most;
    double session = twice ? dice.scaled(10, 45) : dice.scaled(2, 15);
    double at = soon();
    boolean keepsId = dice.chance(0.25);
    double back = keepsId ? session * dice.between(0.3, 1) : dice.between(0.5, 1.5) * (session + 6);
    boolean comes = keepsId || dice.chance(twice ? 1 : 0.7);
    double committing = dice.scaled(0.001, 0.006);
    if (loop == ConsumerGroupSettings.Loop.RECORD) {
      // It takes a part of the time that there is for a record.
      committing = Math.min(committing, 0.4 / lanePerSecond / most);
      capacity = 1 / (1 / capacity - 0.5 * committing * lanePerSecond);
    }
    ConsumerGroupSettings consumers =
        new ConsumerGroupSettings(
            loop,
            micros(every),
            (int) polled,
            (int) fetched,
            dice.chance(0.5),
            dice.chance(scenario == Scenario.REVOKED_COMMIT ? 1 : 0.5),
            micros(committing),
            micros(session),
            keepsId,
            dice.chance(0.5),
            new ArrayList<>());
    world.consumers(consumers);
    killed(consumers, 0, at, comes ? at + back : Double.POSITIVE_INFINITY);
    double stopped = session + (comes ? 4 : 1) + every;
    settled = at + back + stopped + stopped / (spare - 1);
    if (twice) {
      double first = keepsId ? back : session + 2;
      double own = (double) (workers - 1) / workers;
      double backlog = keepsId ? first * own / (spare - own) : first / workers / (spare - 1);
      double again = at + first + dice.between(0, 1) * backlog;
      double returned = keepsId ? session * dice.between(0.3, 1) : back * dice.between(0.5, 1.5);
      killed(consumers, 1, again, again + returned);
      longest = 500;
      settled = again + returned + stopped + (first + stopped) / (spare - 1);
    }
    return this;
  }

  private void killed(ConsumerGroupSettings group, int worker, double at, double back) {
    boolean comes = back < Double.POSITIVE_INFINITY;
    long returned = comes ? micros(back) : Standstill.NEVER;
    group.kills().add(new ConsumerGroupSettings.Kill(worker, micros(at), returned));
    harm(at, "kill", List.of("worker-" + worker), new ArrayList<>());
    if (comes) {
      lastFault().returns().add(returned);
    }
  }

  /** One that stops no lane, as that of a standby. */
  ScenarioDraft harmlessFault() {
    double at = soon();
    harm(at, "kill");
    settled = at + 5;
    return this;
  }

  private void harm(double at, String kind) {
    harm(at, kind, List.of("worker-0"), new ArrayList<>());
  }

  private SimulatedFault lastFault() {
    return faults.get(faults.size() - 1);
  }

  private void harm(double at, String kind, List<String> victims, List<SimulatedFault.Word> words) {
    faults.add(new SimulatedFault(kind, victims, micros(at), new ArrayList<>(), words, 0));
  }

  // Faults that last and do not kill.

  private void lasting(double at, double seconds, List<SimulatedFault.Word> words) {
    long healed = micros(at + seconds);
    List<Long> returns = new ArrayList<>(List.of(healed));
    List<String> victims = List.of("worker-0");
    faults.add(new SimulatedFault("pause", victims, micros(at), returns, words, healed));
  }

  private static List<SimulatedFault.Word> moved(double from, double detected, double until) {
    return new ArrayList<>(
        List.of(
            new SimulatedFault.Word(micros(from + detected), Step.DETECTED, "worker-1"),
            new SimulatedFault.Word(micros(until), Step.RESTORED, "worker-1")));
  }

  /** Lanes of one worker are slower than the load as long as it lasts, and nobody says so. */
  ScenarioDraft slowAsLongAsItLasts(double seconds, double slowest, double fastest) {
    longest = 420;
    double at = soon();
    Warming slow = new Warming(seconds, slowest, fastest);
    warm(at, slow, lanesOf(0));
    lasting(at, seconds, new ArrayList<>());
    settled = at + seconds + slow.behind() / (capacity - 1);
    return this;
  }

  /**
   * Lanes of one worker stop a while after the signal, when nobody hears of it any more, and go on
   * with others while it still lasts; its healing may stop all of them for a moment.
   */
  ScenarioDraft heardOneWay(double after, double outage, double rest) {
    double at = soon();
    double from = at + after;
    double until = from + outage;
    double healed = until + rest;
    down(from, until, Warming.NONE, lanesOf(0), dice.chance(0.5));
    lasting(at, healed - at, moved(from, outage * dice.between(0.1, 0.9), until));
    double back = dice.chance(0.5) ? dice.scaled(0.3, 4) : 0;
    if (back > 0) {
      double begins = healed + dice.between(0, 0.5);
      stop(Reason.RETURN, micros(begins), micros(begins + back), 0, allLanes(), false);
    }
    double behind = Math.max(back, outage) + commitSeconds();
    settled = healed + 0.5 + back + behind / (capacity - 1);
    return this;
  }

  /** Lanes of one worker stand still until some time after the healing. */
  ScenarioDraft backLongAfterTheHealing(double seconds, double longer) {
    double at = soon();
    double until = at + seconds + longer;
    down(at, until, Warming.NONE, lanesOf(0), dice.chance(0.3));
    lasting(at, seconds, moved(at, seconds * dice.between(0.1, 0.9), until));
    settled = until + (seconds + longer + commitSeconds()) / (capacity - 1);
    return this;
  }

  /** Lanes of one worker stand still as long as it lasts, or none does, and nobody says so. */
  ScenarioDraft unnoticed(double seconds) {
    double at = soon();
    boolean stops = dice.chance(0.6);
    if (stops) {
      down(at, at + seconds, Warming.NONE, lanesOf(0), false);
    }
    lasting(at, seconds, new ArrayList<>());
    settled = at + seconds + (stops ? seconds + commitSeconds() : 0) / (capacity - 1);
    return this;
  }

  /** One whose lanes never come back, or come back too slow for the load. */
  ScenarioDraft endlessFault() {
    double at = soon();
    boolean dead = dice.chance(0.5);
    long back = dead ? Standstill.NEVER : micros(at + dice.between(1, 8));
    stop(Reason.FAULT, micros(at), back, 0, lanesOf(0), true);
    if (!dead) {
      double speed = dice.between(0, 0.8);
      stop(Reason.FAULT, back, Standstill.NEVER, speed, lanesOf(0), false);
    }
    harm(at, "kill");
    settled = at + dice.between(10, 40);
    return this;
  }

  /** The victims of the last fault come back, and lanes stop once more. */
  ScenarioDraft secondStop() {
    SimulatedFault fault = lastFault();
    double at = dice.chance(0.7) ? settled + dice.between(5.5, 12) : settled - dice.unit();
    double length = dice.scaled(0.3, 4);
    boolean all = dice.chance(0.5);
    fault.returns().add(micros(at - dice.between(0, 2)));
    fault.words().add(new SimulatedFault.Word(micros(at), Step.REASSIGNED, "worker-0"));
    fault.words().add(new SimulatedFault.Word(micros(at + length), Step.RESTORED, "worker-0"));
    long lanes = all ? allLanes() : lanesOf(0);
    stop(Reason.RETURN, micros(at), micros(at + length), 0, lanes, dice.chance(0.5));
    settled = at + length * (1 + 1 / (capacity - 1));
    return this;
  }

  /** The victims of the last fault come back, and nobody notices. */
  ScenarioDraft quietReturn() {
    SimulatedFault fault = lastFault();
    fault.returns().add(fault.signal() + micros(dice.between(4, 12)));
    return this;
  }

  /** The whole machine stands still at a time. */
  ScenarioDraft hiccup(double at) {
    long from = micros(at);
    stop(Reason.HICCUP, from, from + micros(dice.scaled(0.1, 3)), 0, allLanes(), false);
    return this;
  }

  ScenarioDraft hiccupLater() {
    double at = settled + dice.between(20, 40);
    settled = at + 8;
    return hiccup(at);
  }

  /** Hiccups and pauses of single workers at any moment of the run. */
  ScenarioDraft troubles(int hiccups, int pauses) {
    double until = settled + 10;
    for (int i = 0; i < hiccups; i++) {
      hiccup(dice.between(warmup, until));
    }
    for (int i = 0; i < pauses; i++) {
      pause(dice.between(warmup, until), dice.scaled(0.05, 1.5));
    }
    return this;
  }

  private void pause(double at, double length) {
    long lanes = lanesOf(dice.whole(0, workers - 1));
    stop(Reason.PAUSE, micros(at), micros(at + length), 0, lanes, false);
  }

  /** The baseline itself has standstills. */
  ScenarioDraft unevenBaseline() {
    int count = dice.whole(1, 3);
    for (int i = 0; i < count; i++) {
      double at = warmup + dice.between(0, baseline - 2);
      if (dice.chance(0.5)) {
        hiccup(at);
      } else {
        pause(at, dice.scaled(0.2, 5));
      }
    }
    return this;
  }

  ScenarioDraft batching() {
    world.fetchMicros(micros(dice.between(0.2, 0.6)));
    return this;
  }

  /** Each record has one output, or as many as chance gives it. */
  ScenarioDraft evenOrNot() {
    even = dice.chance(0.5);
    return this;
  }

  ScenarioDraft sparse() {
    if (dice.chance(0.5)) {
      lanePerSecond = dice.scaled(0.3, 8);
    } else {
      world.skewed(true);
      lanePerSecond = dice.scaled(4, 20);
    }
    world.fetchMicros(0).service(ServiceTime.EVEN);
    // A record must not take longer because there are few.
    capacity = Math.max(capacity, 40 / lanePerSecond);
    return this;
  }

  ScenarioDraft slow() {
    capacity = dice.scaled(1.05, 1.5);
    return this;
  }

  ScenarioDraft roomy() {
    capacity = dice.scaled(2, 3);
    lanePerSecond = dice.scaled(40, 60);
    return this;
  }

  /**
   * Outputs that never come: some at any time, or those that were on their way when the fault came.
   */
  ScenarioDraft losing() {
    if (dice.chance(0.5)) {
      world.lost(dice.scaled(0.0005, 0.02)).lostTo(micros(1e6));
    } else {
      double signal = lastFault().signal() / 1e6;
      world.lost(dice.between(0.2, 1)).lostFrom(micros(signal - dice.between(0, 1)));
      world.lostTo(micros(signal));
    }
    return this;
  }

  /** The wall clock is set at some moment from the baseline on. */
  ScenarioDraft steppingClock() {
    world.stepAt(micros(dice.between(warmup + 1, settled + 4)));
    world.stepMicros(micros(dice.scaled(0.2, 5) * (dice.chance(0.5) ? 1 : -1)));
    return this;
  }

  /** Where the load may end: what was delayed is delivered, and held. */
  ScenarioDraft end() {
    end = settled + 6 + Math.max(5, commitSeconds()) + dice.between(2, 10);
    return this;
  }

  /** The load ends so long after the last signal. */
  ScenarioDraft endAfterSignal(double seconds) {
    end = lastFault().signal() / 1e6 + seconds;
    return this;
  }

  SimulatedScenario world() {
    stops.sort(Comparator.comparingLong(Standstill::from));
    double selectivity = even ? 1 : dice.between(0.8, 1.2);
    return world
        .startMicros(1_700_000_000_000_000L + dice.whole(0, 999_999))
        .rate(lanePerSecond * partitions)
        .rules(even ? 1 : partitions * dice.whole(2, 4))
        .selectivity(selectivity)
        .capacity(capacity)
        .baselineFrom(micros(warmup))
        .baselineTo(micros(warmup + baseline))
        .loadEnd(micros(Math.min(end, longest)))
        .stops(List.copyOf(stops))
        .faults(List.copyOf(faults))
        .build();
  }

  private long lanesOf(int worker) {
    long lanes = 0;
    for (int lane = worker; lane < partitions; lane += workers) {
      lanes |= 1L << lane;
    }
    return lanes;
  }

  private long allLanes() {
    return (1L << partitions) - 1;
  }

  private static long micros(double seconds) {
    return Math.round(seconds * 1e6);
  }
}
