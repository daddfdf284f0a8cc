package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.EvidenceBuilder;
import dev.rebound.analysis.evidence.Guarantee;
import dev.rebound.analysis.evidence.Step;
import dev.rebound.analysis.evidence.Transition;
import dev.rebound.analysis.evidence.UnfinishedWork;
import dev.rebound.analysis.journal.Event;
import dev.rebound.analysis.judge.JournalEvidence;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.recovery.Analyst;
import dev.rebound.base.Owner;
import dev.rebound.base.Series;
import dev.rebound.lab.engine.FaultScope;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.journal.Journal;
import dev.rebound.lab.nemesis.BreakableMembers;
import dev.rebound.lab.time.Deadline;
import dev.rebound.platform.Node;
import dev.rebound.workload.RuleWorkload;
import dev.rebound.workload.Workloads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A rig in memory and in its own time around a {@link FakeEngine}. It writes the files that a real
 * run leaves, so that everything behind it is the real thing.
 */
final class FakeRig implements Rig, BreakableMembers {
  private static final long LEAD_MICROS = 500_000;
  private static final long SAMPLE_MICROS = 1_000_000;
  private static final long MISHAP_MICROS = 3_000_000;
  private static final long LATE_MICROS = 9_000_000;
  private static final long BACK_MICROS = 3_000_000;

  /** How many outputs a live reader does not see. */
  static final int HIDDEN = 7;

  private final Experiment experiment;
  private final Bug bug;
  private final FakeTime time;
  private final Journal journal;
  private final Path folder;
  private final FakeTopics topics;
  private final FakeNode jobManager;
  private final List<Evidence.OffsetSample> committed = new ArrayList<>();
  private final List<Evidence.OffsetSample> ends = new ArrayList<>();
  private final List<String> phases = new ArrayList<>();
  private final List<Duration> shared = new ArrayList<>();
  private final UnfinishedWork.PartitionWatch input = new UnfinishedWork.PartitionWatch();
  private FakeEngine engine;
  private Optional<String> broken = Optional.empty();
  private long mishapMicros = Long.MAX_VALUE;
  private int unplanned;
  private final List<Long> audited = new ArrayList<>();
  private long nextSampleMicros;
  private boolean stopped;

  FakeRig(Experiment experiment, Bug bug, FakeTime time, Journal journal, Path folder) {
    this.experiment = experiment;
    this.bug = bug;
    this.time = time;
    this.journal = journal;
    this.folder = folder;
    this.topics =
        new FakeTopics(
            experiment.kafka().partitions(),
            experiment.load().generators(),
            experiment.load().rate().perSecond(),
            experiment.load().maxRecords() / experiment.load().generators());
    this.engine = engine(transition -> {});
    this.jobManager = new FakeNode("jobmanager-0", "jobmanager", time, engine);
    time.each(this::step);
  }

  private FakeEngine engine(Consumer<Transition> sink) {
    return new FakeEngine(
        bug,
        experiment.engine().guarantee(),
        RuleWorkload.of(Workloads.create(experiment.workload())),
        experiment.engine().workers(),
        topics,
        time,
        sink);
  }

  /** The engine under test; another one before {@link #start}. */
  FakeEngine engine() {
    return engine;
  }

  List<String> phases() {
    return phases;
  }

  FakeTopics topics() {
    return topics;
  }

  boolean stopped() {
    return stopped;
  }

  @Override
  public void start(Deadline by, List<? extends Consumer<Transition>> sinks) {
    engine = engine(sinks.get(0));
    for (FakeNode worker : engine.workers()) {
      if (bug == Bug.KILL_MISSES) {
        worker.deaf();
      }
      if (bug == Bug.CONFIRMS_SLOWLY) {
        worker.confirmedAfter(Duration.ofSeconds(2));
      }
      journal.append(new Event.ProcessStarted(worker.name(), worker.role(), 1, 1, Owner.SUBJECT));
    }
    journal.append(new Event.ProcessStarted("observer", "observer", 1, 1, Owner.INSTRUMENT));
    for (int g = 0; g < experiment.load().generators(); g++) {
      journal.append(
          new Event.ProcessStarted("generator-" + g, "generator", 1, 1, Owner.INSTRUMENT));
    }
  }

  @Override
  public long startLoad() {
    long first = time.micros() + LEAD_MICROS;
    topics.startLoad(first);
    if (bug == Bug.GENERATOR_DIES_AT_ONCE) {
      generatorDies();
    }
    nextSampleMicros = first;
    journal.append(new Event.SeriesDeclared(List.of(new Series("generator.slip", "ms", ""))));
    return first;
  }

  private void step() {
    long now = time.micros();
    topics.send(now);
    if (now >= mishapMicros) {
      mishapMicros = Long.MAX_VALUE;
      mishap();
    }
    engine.step();
    if (now >= nextSampleMicros && nextSampleMicros > 0) {
      nextSampleMicros += SAMPLE_MICROS;
      boolean late =
          bug == Bug.STAYS_LATE
              || (bug == Bug.STARTS_LATE && now < FakeTime.BEGIN_MICROS + LATE_MICROS);
      journal.append(new Event.Tick(now, List.of(late ? 4000.0 : 20.0)));
      ends.add(new Evidence.OffsetSample(now, topics.inputEnds()));
      committed.add(new Evidence.OffsetSample(now, engine.committed()));
    }
  }

  private void mishap() {
    if (bug == Bug.GENERATOR_DIES) {
      generatorDies();
    } else if (bug == Bug.DIES_UNASKED) {
      FakeNode worker = engine.workers().get(0);
      worker.die();
      unplanned++;
      engine.died(worker);
      journal.append(
          new Event.ProcessExited(worker.name(), worker.role(), 1, 134, false, List.of("SIGABRT")));
    } else if (bug == Bug.ALL_DIE_UNASKED) {
      for (FakeNode worker : engine.workers()) {
        worker.die();
        engine.died(worker);
        journal.append(
            new Event.ProcessExited(
                worker.name(), worker.role(), 1, 1, false, List.of("KeyError: 'amount'")));
      }
    }
  }

  @Override
  public Optional<String> nobodyLeft() {
    return bug == Bug.ALL_DIE_UNASKED && engine.workers().stream().noneMatch(FakeNode::alive)
        ? Optional.of("worker-4 ended by itself with status 1: KeyError: 'amount'")
        : Optional.empty();
  }

  private void generatorDies() {
    topics.end(experiment.load().generators() - 1);
    broken = Optional.of("generator-1 ended by itself with status 1");
  }

  @Override
  public boolean loadOver() {
    return topics.allSent();
  }

  @Override
  public long recordsMax() {
    return experiment.load().maxRecords();
  }

  @Override
  public boolean outputSeen() {
    return topics.outputCount() > 0;
  }

  @Override
  public void shareClasses(Duration limit, BooleanSupplier stop) {
    shared.add(stop.getAsBoolean() ? Duration.ZERO : limit);
  }

  /** The limits of the calls for shared classes. */
  List<Duration> shared() {
    return shared;
  }

  @Override
  public BreakableMembers members() {
    return this;
  }

  @Override
  public List<Node> nodes(String role) {
    return switch (role) {
      case "worker" -> List.copyOf(engine.workers());
      case "jobmanager" -> List.of(jobManager);
      default -> List.of();
    };
  }

  /** A job manager of this engine has nothing to do, ever. */
  @Override
  public Set<String> holdingWork(String role) {
    return role.equals("worker") ? engine.holdingWork() : Set.of();
  }

  @Override
  public boolean tellsWork(String role) {
    return bug != Bug.TELLS_NO_WORK;
  }

  @Override
  public void restarted(Node node) {}

  @Override
  public Optional<String> missing(Node node) {
    long age = time.micros() - node.current().startMicros();
    return bug == Bug.COMES_BACK_LATE && age < BACK_MICROS
        ? Optional.of("it has no lanes yet")
        : Optional.empty();
  }

  @Override
  public void phase(String name) {
    phases.add(name);
    if (name.equals("faults")) {
      mishapMicros = time.micros() + MISHAP_MICROS;
    }
    if (name.equals("drain") && bug == Bug.OBSERVER_DIES_AT_LAST) {
      broken = Optional.of("observer ended by itself with status 1");
    }
  }

  @Override
  public void stopLoad(Deadline by) {
    for (int g = 0; g < experiment.load().generators(); g++) {
      topics.end(g);
    }
  }

  @Override
  public Optional<String> undrained() {
    if (bug == Bug.LEAVES_A_TRANSACTION_OPEN) {
      return Optional.of("a transaction is open on output partition 0");
    }
    input.look(engine.committed(), topics.inputEnds());
    long waiting = engine.waiting();
    return waiting == 0 ? Optional.empty() : Optional.of(waiting + " records are not processed");
  }

  @Override
  public Duration repeatsWithin() {
    return bug == Bug.MAY_REPEAT ? Duration.ofSeconds(20) : Duration.ZERO;
  }

  @Override
  public void closingRound(int round, Deadline by) {
    engine.readOut(round);
  }

  @Override
  public void stopJobs(Deadline by) {
    stopped = true;
  }

  @Override
  public Optional<String> broken() {
    return broken;
  }

  @Override
  public Set<Step> steps(FaultScope scope) {
    return FakeEngine.steps(scope);
  }

  @Override
  public Evidence evidence(int job) {
    journal.settle();
    boolean exactly = experiment.engine().guarantee() == Guarantee.EXACTLY_ONCE;
    if (bug == Bug.DUPLICATES_UNSEEN) {
      topics.repeatUnseen(HIDDEN);
    } else if (bug == Bug.LIVE_READER_MISSES) {
      topics.hide(HIDDEN);
    }
    List<Long> highWatermark = topics.outputEnds();
    List<Long> lastStable = new ArrayList<>(highWatermark);
    if (bug == Bug.LEAVES_A_TRANSACTION_OPEN) {
      lastStable.set(0, lastStable.get(0) - 1);
    }
    try {
      EvidenceBuilder gathered =
          Evidence.of(
                  RuleWorkload.of(Workloads.create(experiment.workload())),
                  DeliveryGuarantee.of(experiment.engine().guarantee(), 0),
                  experiment.kafka().partitions(),
                  topics.writeSendLogs(folder),
                  topics.writeObserved(folder.resolve("committed.bin"), false))
              .uncommitted(
                  exactly ? topics.writeObserved(folder.resolve("uncommitted.bin"), false) : null)
              .reread(topics.writeObserved(folder.resolve("reread.bin"), true))
              .committedOffsets(committed)
              .inputEndOffsets(ends)
              .lastStable(lastStable)
              .highWatermark(highWatermark)
              .unfinished(new UnfinishedWork(input.from(), List.of()));
      return JournalEvidence.of(folder.resolve("journal.jsonl"), FaultPacer.plannedAs(experiment))
          .in(gathered)
          .build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int unplannedExits() {
    return unplanned;
  }

  @Override
  public Optional<AnalysisResult> soFar(long committedSinceMicros) {
    audited.add(committedSinceMicros);
    int lanes = experiment.kafka().partitions();
    try {
      Path folder = Files.createDirectories(this.folder.resolve("so-far"));
      Path seen = topics.writeObserved(folder.resolve("seen.bin"), false);
      return Optional.of(
          Analyst.analyse(
              Evidence.of(
                      RuleWorkload.of(Workloads.create(experiment.workload())),
                      DeliveryGuarantee.of(experiment.engine().guarantee(), 0),
                      lanes,
                      topics.writeSendLogs(folder),
                      seen)
                  .reread(seen)
                  .unfinished(
                      new UnfinishedWork(
                          committedSinceMicros == Long.MAX_VALUE
                              ? Collections.nCopies(lanes, 0L)
                              : Certainty.committedThroughout(
                                  committed, ends, lanes, committedSinceMicros),
                          List.of()))
                  .build()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Since when what was lost was asked for, at each audit of what was seen so far. */
  List<Long> audited() {
    return audited;
  }

  @Override
  public void close() {}
}
