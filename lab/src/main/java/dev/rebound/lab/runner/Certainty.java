package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence.OffsetSample;
import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.FindingKind;
import dev.rebound.analysis.result.Results.Bounds;
import dev.rebound.analysis.result.Verdicts;
import dev.rebound.lab.experiment.Experiment;
import dev.rebound.lab.time.Time;
import dev.rebound.oracle.Oracles;
import dev.rebound.workload.WorkloadKind;
import dev.rebound.workload.Workloads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Tells while a run goes on which of its bounds cannot be met any more, whatever comes: what can be
 * certain so early is defined in docs/measuring.md. Now and then it has what was seen so far
 * audited, on a thread aside; asked by the runner's thread.
 */
final class Certainty {
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration HOLD_MIN = Duration.ofSeconds(5);

  /** An audit takes a tenth of a core at most: so many times as long it rests. */
  private static final int REST = 10;

  private static final Duration LOOK = Duration.ofMillis(50);
  private static final long END_MICROS = 30_000_000;
  private static final long NEVER = Long.MAX_VALUE;

  /** The first reading of commits in a hold may come so much later than it begins. */
  private static final long READING_MICROS = 3_000_000;

  private final Rig rig;
  private final Executor aside;
  private final List<Expectation> expect;
  private final Set<FindingKind> kinds;
  private final long holdMicros;
  private long beganMicros = -1;
  private long nextMicros;
  private long lastHoldMicros = -1;
  private volatile boolean auditing;
  private volatile long tookMicros;
  private volatile @Nullable String broken;
  private volatile @Nullable String failure;

  Certainty(Experiment experiment, Rig rig, Executor aside) {
    this.rig = rig;
    this.aside = aside;
    this.expect = experiment.expect();
    this.kinds = kinds(experiment);
    Duration settle = experiment.phases().settle();
    this.holdMicros = Math.max(HOLD_MIN.toNanos(), settle.toNanos()) / 1000;
  }

  /** The kinds of findings that more of the run cannot take back. */
  private static Set<FindingKind> kinds(Experiment experiment) {
    Set<FindingKind> kinds = EnumSet.noneOf(FindingKind.class);
    String name = experiment.workload().name();
    boolean inPlace = Workloads.kind(name).shape() == WorkloadKind.Shape.IN_PLACE;
    boolean each =
        (inPlace || List.of("rule-match", "log-match").contains(name))
            && !Oracles.of(Workloads.create(experiment.workload())).updates();
    if (!each) {
      return kinds;
    }
    if (storesOnce(experiment)) {
      kinds.add(FindingKind.DUPLICATED);
    }
    if (inPlace && experiment.workload().options().getOrDefault("oracle", "").equals("echo")) {
      kinds.add(FindingKind.DIVERGED);
    }
    // Brokers that lose an input owe no output: that is found when the input is read again.
    if (experiment.faults().stream().noneMatch(fault -> fault.role().equals("broker"))) {
      kinds.add(FindingKind.LOST);
    }
    return kinds;
  }

  /** Whether the producer of the load stores each record once, however often it sends it. */
  private static boolean storesOnce(Experiment experiment) {
    String acks = experiment.load().producer().getOrDefault("acks", "all");
    String once = experiment.load().producer().getOrDefault("enable.idempotence", "true");
    return List.of("all", "-1").contains(acks.toLowerCase(Locale.ROOT))
        && !once.equalsIgnoreCase("false");
  }

  /**
   * What cannot be met any more, in words; empty as long as nothing is certain.
   *
   * @param lastActMicros when a victim was hit, or came back, last
   * @param healing whether a victim is still to be brought back
   */
  Optional<String> now(long nowMicros, long lastActMicros, boolean healing) {
    Optional<String> exits =
        broken("unplanned-exits", new Bounds(rig.unplannedExits(), rig.unplannedExits()));
    if (exits.isPresent() || broken != null) {
      return exits.or(() -> Optional.ofNullable(broken));
    }
    if (beganMicros < 0) {
      beganMicros = nowMicros;
      nextMicros = nowMicros + EVERY.toNanos() / 1000;
    }
    long quietSince = Math.max(beganMicros, lastActMicros);
    boolean held = !healing && nowMicros - quietSince >= holdMicros;
    boolean due = nowMicros >= nextMicros || (held && lastHoldMicros != quietSince);
    if (!due || auditing || kinds.isEmpty()) {
      return Optional.empty();
    }
    if (held) {
      lastHoldMicros = quietSince;
    }
    nextMicros = nowMicros + Math.max(EVERY.toNanos() / 1000, REST * tookMicros);
    auditing = true;
    aside.execute(() -> audit(held ? nowMicros - holdMicros : NEVER));
    return Optional.ofNullable(broken);
  }

  /** Why the last audit could not be made; told once, and empty if it could. */
  Optional<String> failure() {
    Optional<String> told = Optional.ofNullable(failure);
    failure = null;
    return told;
  }

  /** Waits until an audit that is under way is over, for some seconds at most. */
  void end(Time time) {
    long by = time.micros() + END_MICROS;
    while (auditing && time.micros() < by) {
      time.sleep(LOOK);
    }
  }

  private void audit(long committedSinceMicros) {
    long begun = System.nanoTime();
    try {
      rig.soFar(committedSinceMicros).flatMap(this::broken).ifPresent(why -> broken = why);
    } catch (RuntimeException e) {
      failure = "what was seen so far could not be audited: " + e.getMessage();
    } finally {
      tookMicros = (System.nanoTime() - begun) / 1000;
      auditing = false;
    }
  }

  private Optional<String> broken(AnalysisResult found) {
    return kinds.stream()
        .flatMap(
            kind -> {
              double count = found.metrics().getOrDefault(kind.toString(), 0.0);
              Bounds least = found.bounds().getOrDefault(kind.toString(), new Bounds(count, count));
              return broken(kind.toString(), least).stream();
            })
        .findFirst();
  }

  private Optional<String> broken(String metric, Bounds count) {
    return expect.stream()
        .filter(bound -> bound.metric().equals(metric))
        .filter(bound -> Verdicts.isOver(bound, count.low()))
        .findFirst()
        .map(
            bound ->
                "%s cannot be met any more (%,d by now, expected %s)"
                    .formatted(metric, (long) count.low(), bound.text()));
  }

  /**
   * Up to which offset of each input partition records were committed all through a time: 0 of each
   * if that is not known, or if not all was committed that had been there when the time began.
   *
   * @param committed as of readings in order of time
   * @param ends of the partitions, likewise
   */
  static List<Long> committedThroughout(
      List<OffsetSample> committed, List<OffsetSample> ends, int partitions, long sinceMicros) {
    List<Long> none = Collections.nCopies(partitions, 0L);
    List<OffsetSample> held =
        committed.stream().filter(sample -> sample.atMicros() >= sinceMicros).toList();
    Optional<OffsetSample> then =
        ends.stream()
            .filter(sample -> sample.atMicros() <= sinceMicros)
            .reduce((one, later) -> later);
    if (held.isEmpty() || held.get(0).atMicros() > sinceMicros + READING_MICROS || then.isEmpty()) {
      return none;
    }
    OffsetSample last = held.get(held.size() - 1);
    List<Long> least = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      int partition = p;
      if (last.offsets().get(p) < then.get().offsets().get(p)) {
        return none;
      }
      least.add(
          held.stream()
              .mapToLong(sample -> sample.offsets().get(partition))
              .map(offset -> Math.max(0, offset))
              .min()
              .orElse(0));
    }
    return least;
  }
}
