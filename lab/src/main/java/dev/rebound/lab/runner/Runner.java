package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.result.Doubt;
import dev.rebound.analysis.units.Words;
import dev.rebound.base.ReboundException;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.nemesis.FaultSchedule;
import dev.rebound.lab.nemesis.Nemesis;
import dev.rebound.lab.time.Deadline;
import dev.rebound.lab.time.Time;
import dev.rebound.workload.WorkloadSpec;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Takes one run through its phases: start, warmup, baseline, faults, settle, drain, check. One
 * thread schedules; what happens goes to the journal. An interrupted run, or one that breaks, still
 * stops its load, drains shortly, and has what it measured checked.
 */
public final class Runner {
  private static final Duration SLICE = Duration.ofMillis(50);
  private static final Duration SHARE_CLASSES = Duration.ofSeconds(60);
  private static final Duration LATE_START_MAX = Duration.ofMinutes(2);

  private final Experiment experiment;
  private final Rig rig;
  private final Journal journal;
  private final Time time;
  private final Nemesis nemesis;
  private final List<Journal> journals;
  private final Optional<LiveRecovery> recovering;
  private final JobStarts starts = new JobStarts();
  private volatile boolean interrupted;
  private final Executor aside;
  private Optional<Certainty> certainty = Optional.empty();
  private long begunMicros;
  private boolean endedEarly;
  private boolean certain;
  private boolean loadOver;
  private boolean faultsBegun;
  private String phaseName = "start";

  /**
   * @param journals of each job, the run's own first
   */
  public Runner(
      Experiment experiment,
      DeliveryGuarantee promise,
      Rig rig,
      List<Journal> journals,
      Time time) {
    this(experiment, promise, rig, journals, time, Nemesis::onAThread);
  }

  /**
   * @param aside does what takes long while the run goes on; a test's may do it at once
   */
  Runner(
      Experiment experiment,
      DeliveryGuarantee promise,
      Rig rig,
      List<Journal> journals,
      Time time,
      Executor aside) {
    this.experiment = experiment;
    this.rig = rig;
    this.journal = journals.get(0);
    this.journals = journals;
    this.time = time;
    this.aside = aside;
    this.nemesis = new Nemesis(rig::members, journal, time, experiment.seed(), aside, rig.held());
    this.recovering =
        experiment.shortened().isEmpty()
            ? Optional.empty()
            : Optional.of(new LiveRecovery(perCommit(experiment)));
    recovering.ifPresent(journal::listen);
    for (int i = 0; i < journals.size(); i++) {
      WorkloadSpec computed = experiment.jobs().get(i).workload();
      starts.add(journals.get(i), promise, Workloads.create(computed));
    }
  }

  /** Has it end, before it runs, once its verdict can change no more. */
  public void untilCertain() {
    certainty = Optional.of(new Certainty(experiment, rig, aside));
  }

  /**
   * Ends the run in order: what was measured until now is kept and checked. Safe from any thread.
   */
  public void interrupt() {
    interrupted = true;
    rig.stopSoon();
  }

  public boolean interrupted() {
    return interrupted;
  }

  /** Whether the phase start is over. */
  boolean started() {
    return !phaseName.equals("start");
  }

  /** How a run ended. */
  public record RunOutcome(Optional<String> broken, boolean drained) {}

  /**
   * Runs all phases but the check. The rig stays open: its brokers are needed to read topics again.
   * Throws {@link ReboundException} if it cannot start, or was interrupted before.
   */
  public RunOutcome run() {
    if (interrupted) {
      throw ReboundException.environment(
          "the run was stopped before anything was started", "Run it again.");
    }
    Experiment.Phases limits = experiment.phases();
    begunMicros = time.micros();
    Optional<String> broken = Optional.empty();
    if (experiment.load().flatOut()) {
      journal.append(ExperimentTerms.kind(experiment.load()).doubt());
    }
    phase("start", limits.start(), this::start);
    try {
      phase("warmup", limits.warmup(), () -> warmup(limits.warmup()));
      phase("baseline", limits.baseline(), () -> idle(limits.baseline()));
      phase("faults", limits.faults(), this::faults);
      phase("settle", limits.settle(), () -> settle(limits.settle()));
      if (loadOver && !faultsBegun) {
        leftOut(new FaultPacer(experiment, time.micros(), recovering));
      }
    } catch (BrokenRun e) {
      broken = Optional.of(e.reason);
      tellBroken(e.reason);
      nemesis.heal(true, this::healingFailed);
    } catch (EndedEarly e) {
      endedEarly = !certain;
      journal.append(Event.DoubtRaised.of(Doubt.ENDED_EARLY, e.why));
    }
    boolean cut = interrupted || broken.isPresent() || endedEarly;
    Duration drain = cut ? DrainPhase.SHORT : limits.drain();
    boolean drained = drain(drain);
    if (drained && !interrupted) {
      shareClasses(SHARE_CLASSES);
    }
    certainty.ifPresent(asked -> asked.end(time));
    rig.stopJobs(Deadline.after(Duration.ofSeconds(30)));
    if (broken.isEmpty()) {
      // An instrument that dies in the drain has not told everything either.
      broken = rig.broken();
      broken.ifPresent(this::tellBroken);
    }
    return new RunOutcome(broken, drained);
  }

  /** Records that come between two commits. */
  private static double perCommit(Experiment experiment) {
    double perSecond = experiment.load().flatOut() ? 0 : experiment.load().rate().perSecond();
    return perSecond * experiment.engine().commitInterval().toMillis() / 1e3;
  }

  private void tellBroken(String reason) {
    journal.append(Event.DoubtRaised.of(Doubt.RUN_BROKEN, reason));
  }

  /** What the engine says of a job goes into that job's journal. */
  private static Consumer<Transition> sink(Journal own) {
    return said ->
        own.append(
            new Event.EngineTransition(said.atMicros(), said.step(), said.node(), said.detail()));
  }

  private void start() {
    Deadline by = Deadline.after(experiment.phases().start());
    long end = time.micros() + Time.micros(experiment.phases().start());
    rig.start(by, journals.stream().map(Runner::sink).toList());
    end += Time.micros(rig.apart());
    long first = rig.startLoad();
    journal.append(
        new Event.Progress(
            (experiment.load().workedOff() ? "" : "load starts; ")
                + "waiting for the first output"));
    while (time.micros() < first) {
      time.sleep(SLICE);
    }
    while (!rig.outputSeen() && !interrupted) {
      rig.broken().ifPresent(this::notStarted);
      nobodyLeft().ifPresent(this::notStarted);
      if (time.micros() >= end) {
        notStarted(
            "%s within phases.start (%s s)"
                .formatted(rig.firstSign().missing(), experiment.phases().start().toSeconds()));
      }
      time.sleep(SLICE);
    }
    if (!interrupted && !experiment.load().workedOff()) {
      // Only now have the workers loaded what they need for their work.
      shareClasses(Duration.ofNanos(Math.max(0, end - time.micros()) * 1000));
    }
    if (!interrupted) {
      nemesis.prepare(experiment.faults());
    }
  }

  private void shareClasses(Duration left) {
    rig.shareClasses(left.compareTo(SHARE_CLASSES) < 0 ? left : SHARE_CLASSES, () -> interrupted);
  }

  private void notStarted(String reason) {
    throw ReboundException.environment(
        rig.died()
            .map(died -> died.startsWith(reason) ? died : died + "; " + reason)
            .orElse(reason),
        rig.firstSign().remedy()
            + "; raise phases.start if the machine is slow, or outputs wait for windows that are"
            + " longer.");
  }

  /**
   * Takes its time, and more of it while the start is not over: what is measured next is held
   * against the baseline.
   */
  private void warmup(Duration length) {
    idle(length);
    long end = time.micros() + Time.micros(LATE_START_MAX);
    // Nothing is late where there is no schedule, and a job that is behind is what is expected.
    boolean asked = !length.isZero() && !experiment.load().flatOut();
    Optional<String> reason = asked ? starts.reason() : Optional.empty();
    reason.ifPresent(
        why ->
            journal.append(
                new Event.Progress(
                    "warmup goes on for up to " + LATE_START_MAX.toSeconds() + " s: " + why)));
    OptionalDouble outrun = OptionalDouble.empty();
    while (!interrupted && reason.isPresent() && outrun.isEmpty() && time.micros() < end) {
      look();
      time.sleep(slice(end));
      reason = starts.reason();
      outrun = starts.outrun();
    }
    outrun.ifPresent(
        share ->
            journal.append(
                new Event.Progress(
                    "warmup ends, as more of it would not help: "
                        + JobStarts.outrun(share)
                        + ". "
                        + JobStarts.OUTRUN_REMEDY)));
    if (!interrupted && reason.isPresent()) {
      starts.tell();
    }
  }

  private void idle(Duration length) {
    long end = time.micros() + Time.micros(length);
    while (!over() && time.micros() < end) {
      look();
      time.sleep(slice(end));
    }
  }

  private void faults() {
    faultsBegun = true;
    long begin = time.micros();
    long end = begin + Time.micros(experiment.phases().faults());
    FaultPacer pacer = new FaultPacer(experiment, begin, recovering);
    while (!over() && time.micros() < end && !pacer.over(time.micros())) {
      look();
      nemesis.heal(false, this::healingFailed);
      recovering.ifPresent(journal::settle);
      watchRecovery();
      // The next fault waits until the one before was carried out in full.
      Optional<FaultSchedule.Occurrence> due =
          nemesis.busy() ? Optional.empty() : pacer.due(time.micros());
      if (due.isPresent()) {
        String role = due.get().scheduled().role();
        // Asked only where the pace depends on it: an engine may take its time to answer.
        int holders = recovering.isPresent() ? rig.members().holdingWork(role).size() : 0;
        nemesis.inject(due.get());
        recovering.ifPresent(journal::settle);
        recovering.ifPresent(live -> live.faulted(role, holders));
        pacer.injected(time.micros());
        continue;
      }
      long next = Math.min(end, pacer.latestMicros());
      Long healing = nemesis.nextHealingMicros();
      time.sleep(slice(healing == null ? next : Math.min(next, healing)));
    }
    if (!interrupted) {
      leftOut(pacer);
    }
  }

  private void leftOut(FaultPacer pacer) {
    String why =
        loadOver ? UnthrottledLoad.over(experiment.load()) : "the faults before it took too long";
    pacer.left().forEach(occurrence -> leftOut(occurrence, why));
  }

  /** Tells the live judgement what only the engine knows: whether all victims are at work again. */
  private void watchRecovery() {
    if (recovering.isEmpty() || !recovering.get().asks(time.micros())) {
      return;
    }
    LiveRecovery live = recovering.get();
    Map<String, Integer> holders = new HashMap<>();
    live.roles().forEach(role -> holders.put(role, rig.members().holdingWork(role).size()));
    live.holding(holders, nemesis.nextHealingMicros() == null, time.micros());
    live.news().ifPresent(line -> journal.append(new Event.Progress(line)));
  }

  /** Faults that took long may have used up the phase: what did not happen is told. */
  private void leftOut(FaultSchedule.Occurrence occurrence, String why) {
    journal.append(
        occurrence
            .planned()
            .leftOut(
                why,
                loadOver
                    ? "Raise load.max-records, or shorten the phases."
                    : "Space faults out, or lengthen phases.faults."));
  }

  private void settle(Duration length) {
    nemesis.heal(true, this::healingFailed);
    idle(length);
  }

  private void healingFailed(ReboundException e) {
    String message = String.valueOf(e.getMessage());
    journal.append(new Event.DoubtRaised(Doubt.NOT_HEALED.code(), message, e.remedy()));
  }

  private boolean drain(Duration limit) {
    boolean closes = experiment.jobs().stream().anyMatch(Runner::readsOutState);
    DrainPhase draining = new DrainPhase(rig, nemesis, journal, time, this::cut, closes);
    boolean[] drained = {false};
    phase(
        "drain",
        limit,
        () -> {
          nemesis.heal(true, this::healingFailed);
          drained[0] = draining.drain(limit);
        });
    return drained[0];
  }

  /** Whether a job reads out its final states when it is asked. */
  static boolean readsOutState(Experiment experiment) {
    return Workloads.kind(experiment.workload().name()).shape().closes();
  }

  /** Whether nobody is to wait for outputs: a person wants an end, or none are made any more. */
  private boolean cut() {
    return interrupted || endedEarly || nobodyLeft().isPresent();
  }

  /** That nobody does any work, or is to come back to it. */
  private Optional<String> nobodyLeft() {
    return nemesis.nextHealingMicros() == null
        ? rig.nobodyLeft().map(died -> "no worker is left: " + died)
        : Optional.empty();
  }

  private void phase(String name, Duration limit, Runnable body) {
    // A run that has not started cannot drain.
    if (over() && !name.equals("start") && !name.equals("drain")) {
      return;
    }
    phaseName = name;
    rig.phase(name);
    journal.append(new Event.PhaseStarted(name, limit.toMillis()));
    boolean complete = false;
    try {
      body.run();
      complete = !interrupted && (!loadOver || name.equals("drain"));
    } finally {
      journal.append(new Event.PhaseEnded(name, complete, ""));
    }
  }

  /** True if there is no load any more, or soon will be none. */
  private boolean over() {
    return interrupted || loadOver;
  }

  private void look() {
    Optional<String> reason = rig.broken();
    if (reason.isPresent()) {
      throw new BrokenRun(reason.get());
    }
    nobodyLeft()
        .ifPresent(
            why -> {
              throw new EndedEarly(
                  why
                      + "; nothing more was to be seen, and the run was ended in phase "
                      + phaseName);
            });
    certainty.ifPresent(this::look);
    if (!loadOver && experiment.load().flatOut() && rig.loadOver()) {
      loadOver = true;
      if (!experiment.load().workedOff()) {
        journal.append(UnthrottledLoad.ended(rig.recordsMax(), phaseName));
      }
    }
    if (Thread.currentThread().isInterrupted()) {
      interrupted = true;
    }
  }

  /** Ends a run whose verdict can change no more. Its workers are there, and drain as ever. */
  private void look(Certainty asked) {
    Optional<String> why =
        asked.now(
            time.micros(),
            nemesis.lastActMicros(),
            nemesis.busy() || nemesis.nextHealingMicros() != null);
    asked.failure().ifPresent(failed -> journal.append(new Event.Progress(failed)));
    if (why.isPresent()) {
      certain = true;
      throw new EndedEarly(
          "ended at %s, in phase %s: %s"
              .formatted(
                  Words.duration((time.micros() - begunMicros) / 1e3), phaseName, why.get()));
    }
  }

  private Duration slice(long untilMicros) {
    long left = untilMicros - time.micros();
    return Duration.ofNanos(Math.max(1_000_000, Math.min(SLICE.toNanos(), left * 1000)));
  }

  /** No more of the run would change its verdict. */
  private static final class EndedEarly extends RuntimeException {
    private final String why;

    EndedEarly(String why) {
      super(why);
      this.why = why;
    }
  }

  private static final class BrokenRun extends RuntimeException {
    private final String reason;

    BrokenRun(String reason) {
      super(reason);
      this.reason = reason;
    }
  }
}
