package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.Effect;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.RigSample;
import dev.rebound.analysis.evidence.MemberLife;
import dev.rebound.analysis.result.DuplicateCause;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Says of each copy of an output whether its input had been committed before it was handed out
 * again, as far as that is certain.
 *
 * <p>When an input was handed out again nobody tells, only when the copy was appended. So a commit
 * that a reading shows before that proves nothing by itself: a program may commit first and write
 * later, a process may have had the input in hand all the while, a producer may try once more. It
 * is proof once every process that may have written the copy began after the reading was answered.
 * Nor is it proof that the offset fell: who commits from several threads has it fall, with inputs
 * in hand.
 *
 * <p>The other way round, a copy was redelivered for certain if no reading until it came shows its
 * input committed, none is missing since the first appearance, and the next one does not show it
 * either. Where that one does, the input was committed between the two. Soon after a fault, a death
 * or the start that is how a redelivery ends in order; without any of these it is unknown.
 *
 * <p>What no reading can show is a commit that was taken back before the next one, or within a gap
 * before the input's output first appeared.
 */
final class DuplicateCauses {
  /** For so long a broker that works may take to append what an ended process left to it. */
  private static final long LEFT_BEHIND_MICROS = 2_000_000;

  /** Within so much of a change among its members a group has handed out its work anew. */
  private static final long SETTLING_MICROS = 60_000_000;

  /** Append times are whole milliseconds. */
  private static final long APPEND_MICROS = 1000;

  private final Map<DuplicateCause, Long> counts = new EnumMap<>(DuplicateCause.class);
  private final CommitHistory commits;
  private final List<Writer> writers = new ArrayList<>();

  /** When what may have inputs handed out anew happened, in order. */
  private final long[] changes;

  private final long doubtMicros;
  private final boolean clockSet;
  private final boolean rows;

  /**
   * A process of what is under test.
   *
   * @param untilMicros what it wrote was appended by then at the latest
   */
  private record Writer(long beganMicros, long untilMicros) {}

  private DuplicateCauses(Evidence evidence, CommitHistory commits) {
    this.commits = commits;
    this.doubtMicros = evidence.clocks().uncertainMillis() * 1000;
    this.clockSet = RigSample.clockStepMicros(evidence.rig()) != 0;
    this.rows = evidence.rows();
    List<MemberLife> lives = evidence.lives();
    Set<String> nodes = lives.stream().map(MemberLife::node).collect(Collectors.toSet());
    for (MemberLife life : lives) {
      writers.add(
          new Writer(life.beganMicros(), until(life.endedMicros(), evidence.faults(), nodes)));
    }
    LongStream.Builder times = LongStream.builder();
    evidence.phases().stream().limit(1).forEach(phase -> times.add(phase.startMicros()));
    lives.stream()
        .filter(its -> its.endedMicros() > 0)
        .forEach(its -> times.add(its.endedMicros()));
    for (FaultTimes fault : evidence.faults()) {
      times.add(fault.signalMicros());
      fault.returns().forEach(times::add);
    }
    this.changes = times.build().sorted().toArray();
  }

  /** Those of a reader; what was committed must have been read. */
  static DuplicateCauses of(Evidence evidence, Path commits) throws IOException {
    return new DuplicateCauses(evidence, CommitHistory.of(commits, evidence.partitions()));
  }

  /**
   * When the last of what a process wrote was appended at the latest. What an ended one left to a
   * broker stays with it as long as a fault holds the broker, or the way to it.
   *
   * @param nodes whose end holds nothing
   */
  private long until(long endedMicros, List<FaultTimes> faults, Set<String> nodes) {
    int taken = commits.firstFrom(endedMicros);
    if (endedMicros == 0 || taken == commits.size()) {
      return Long.MAX_VALUE;
    }
    long until = Math.max(endedMicros + LEFT_BEHIND_MICROS, commits.answeredMicros(taken));
    for (FaultTimes fault : faults) {
      boolean holds =
          !Effect.of(fault.kind(), fault.effect()).deadly() || !nodes.containsAll(fault.victims());
      long over = fault.returns().stream().mapToLong(Long::longValue).max().orElse(Long.MAX_VALUE);
      if (holds && fault.signalMicros() <= until && over >= endedMicros) {
        until = Math.max(until, over == Long.MAX_VALUE ? over : over + LEFT_BEHIND_MICROS);
      }
    }
    return until;
  }

  /**
   * Counts a copy.
   *
   * @param lane of the input that it is of; less than 0 if it is not of one
   * @param offset of that input
   * @param firstMicros append time of the appearance that was seen first
   * @param appendMicros append time of the copy
   */
  DuplicateCause count(int lane, long offset, long firstMicros, long appendMicros) {
    DuplicateCause cause =
        lane < 0 ? DuplicateCause.NOT_OF_ONE : cause(lane, offset, firstMicros, appendMicros);
    counts.merge(cause, 1L, Long::sum);
    return cause;
  }

  private DuplicateCause cause(int lane, long offset, long firstMicros, long appendMicros) {
    if (clockSet) {
      return DuplicateCause.CLOCK_SET;
    }
    if (!commits.any()) {
      return DuplicateCause.UNTOLD;
    }
    if (rows) {
      return DuplicateCause.UNDATED;
    }
    long from = appendMicros - doubtMicros;
    long until = appendMicros + APPEND_MICROS + doubtMicros;
    if (until < firstMicros - doubtMicros) {
      return DuplicateCause.UNORDERED;
    }
    int showing = commits.showing(lane, offset);
    boolean shown = showing < commits.size();
    if (shown && commits.answeredMicros(showing) <= begun(from, until)) {
      return DuplicateCause.BEYOND_COMMIT;
    }
    if (!commits.readBetween(Math.min(firstMicros - doubtMicros, from), from)) {
      return DuplicateCause.UNREAD;
    }
    if (shown && commits.answeredMicros(showing) <= until) {
      return DuplicateCause.IN_HAND;
    }
    int next = commits.firstFrom(until);
    if ((showing > next && commits.readFrom(until)) || changed(from - SETTLING_MICROS, until)) {
      return DuplicateCause.REDELIVERED;
    }
    return showing <= next && shown ? DuplicateCause.JUST_COMMITTED : DuplicateCause.UNREAD;
  }

  /** When the first of those began that may have written what was appended then; 0 if none did. */
  private long begun(long fromMicros, long untilMicros) {
    return writers.stream()
        .filter(its -> its.beganMicros <= untilMicros && its.untilMicros >= fromMicros)
        .mapToLong(Writer::beganMicros)
        .min()
        .orElse(0);
  }

  private boolean changed(long fromMicros, long untilMicros) {
    int at = Arrays.binarySearch(changes, fromMicros);
    int first = at < 0 ? -at - 1 : at;
    return first < changes.length && changes[first] <= untilMicros;
  }

  /** By {@link DuplicateCause}; what there is none of is left out. */
  Map<String, Long> counts() {
    Map<String, Long> named = new LinkedHashMap<>();
    counts.forEach((cause, count) -> named.put(cause.toString(), count));
    return named;
  }
}
