package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.units.Words;
import dev.rebound.oracle.due.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * When input partitions were not worked off, by what a group had committed on them: the oldest
 * input that is not committed grows older than it ever was in the baseline. Commits hide what
 * happened between them, and readings when they were made; both are in the ends of each stretch.
 */
public final class CommitLanes {
  /** Readings may have ended so long before the watch did. */
  private static final long UNREAD_MICROS = 2_500_000;

  /** A rhythm cannot be told from fewer commits. */
  private static final int COMMITS_MIN = 3;

  private static final long LOOK_BACK_MICROS = 60_000_000;

  private final Path file;
  private final Ledger ledger;
  private final DeliveryGuarantee promise;
  private final long offsetsMax;
  private final @Nullable UsualCommits[] usual;
  private final boolean committed;
  private final long everyMicros;
  private final long unreadMicros;
  private final String unknown;

  /**
   * The lanes after one signal.
   *
   * @param stalls when lanes were not worked off, or more slowly than the load
   * @param late when inputs were late, until what had been delayed was done
   * @param lanes how many had something to do
   * @param floorMicros what is shorter cannot be seen
   * @param quietMicros until when commits may hide that something was late
   * @param unknown why nothing can be told; empty if something can
   */
  public record LanesInWatch(
      List<UncertainInterval> stalls,
      List<UncertainInterval> late,
      int lanes,
      long floorMicros,
      long quietMicros,
      String unknown) {}

  /**
   * @param promise of the program, which tells whether work that was not committed is done again
   */
  public CommitLanes(Path file, Ledger ledger, TimeRange baseline, DeliveryGuarantee promise)
      throws IOException {
    this(file, ledger, baseline, promise, CommitCourse.OFFSETS_MAX);
  }

  /**
   * @param offsetsMax how many offsets are looked at in one stretch of time
   */
  public CommitLanes(
      Path file, Ledger ledger, TimeRange baseline, DeliveryGuarantee promise, long offsetsMax)
      throws IOException {
    this.file = file;
    this.ledger = ledger;
    this.promise = promise;
    this.offsetsMax = offsetsMax;
    this.usual = new @Nullable UsualCommits[ledger.lanes()];
    try (CommitSamples.Reader samples = new CommitSamples.Reader(file, ledger.lanes())) {
      committed = samples.anyCommitted(ledger.lanes());
      PendingInputs inputs =
          new PendingInputs(
              ledger, baseline.startMicros() - LOOK_BACK_MICROS, baseline.endMicros());
      CommitCourse course = course(samples, inputs, baseline.startMicros(), baseline.endMicros());
      everyMicros = course.everyMicros();
      unreadMicros = course.unreadMicros();
      String why = "";
      for (int lane = 0; lane < usual.length; lane++) {
        usual[lane] = usual(course, lane, baseline);
        if (usual[lane] == null && inputs.count(lane) > 0 && why.isEmpty()) {
          why = tooFew(lane, baseline);
        }
      }
      unknown = why;
    }
  }

  private CommitCourse course(
      CommitSamples.Reader samples, PendingInputs inputs, long from, long until)
      throws IOException {
    return new CommitCourse(samples, inputs, ledger.lanes(), from, until, offsetsMax);
  }

  private static String tooFew(int lane, TimeRange baseline) {
    return Words.text(
        "input partition %d was committed fewer than %d times in the baseline of %.0f s: its rhythm"
            + " is not known; let phases.baseline be longer, or commit more often",
        lane, COMMITS_MIN, (baseline.endMicros() - baseline.startMicros()) / 1e6);
  }

  private static @Nullable UsualCommits usual(CommitCourse course, int lane, TimeRange baseline) {
    List<Long> left = new ArrayList<>();
    long[] ages = new long[course.size()];
    long most = 0;
    long commit = 0;
    long records = 0;
    long before = baseline.startMicros();
    for (int i = 1; i < course.size(); i++) {
      ages[i] = course.ageMicros(lane, i);
      most = Math.max(most, course.mostMicros(lane, i));
      if (course.advanced(lane, i)) {
        left.add(course.leftMicros(lane, i));
        records = left.size() == 1 ? 0 : Math.max(records, course.records(lane, i));
        commit = Math.max(commit, course.answered(i) - before);
        before = course.asked(i - 1);
      }
    }
    if (left.size() < COMMITS_MIN) {
      return null;
    }
    commit = Math.max(commit, baseline.endMicros() - before);
    return new UsualCommits(
        commit, median(ages), most, median(left.stream().mapToLong(m -> m).toArray()), records, 0);
  }

  private static long median(long[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /** False if the group never committed, so that nothing is told of it. */
  public boolean committed() {
    return committed;
  }

  /** How often it was read. */
  public long everyMicros() {
    return everyMicros;
  }

  /** The longest time between two commits of a lane in the baseline. */
  public long commitMicros() {
    return Arrays.stream(usual).mapToLong(u -> u == null ? 0 : u.commitMicros()).max().orElse(0);
  }

  /** The greatest age of the baseline, over all lanes. */
  public long mostMicros() {
    return Arrays.stream(usual).mapToLong(u -> u == null ? 0 : u.mostMicros()).max().orElse(0);
  }

  /**
   * @param output until when all outputs together were surely fewer than usual in a time; {@link
   *     Long#MIN_VALUE} if that is unknown
   */
  public LanesInWatch watch(TimeRange watch, LongBinaryOperator output) throws IOException {
    long signalMicros = watch.startMicros();
    long watchEndMicros = watch.endMicros();
    long most = mostMicros();
    long from = signalMicros - Math.max(LOOK_BACK_MICROS, 4 * most);
    PendingInputs inputs = new PendingInputs(ledger, from, watchEndMicros);
    List<UncertainInterval> stalls = new ArrayList<>();
    List<UncertainInterval> late = new ArrayList<>();
    long before = signalMicros - 2 * most - LOOK_BACK_MICROS / 10;
    try (CommitSamples.Reader samples = new CommitSamples.Reader(file, ledger.lanes())) {
      CommitCourse course = course(samples, inputs, before, watchEndMicros);
      int lanes = 0;
      long floor = 0;
      long quiet = signalMicros;
      String why = unread(course, watchEndMicros);
      for (int lane = 0; lane < usual.length; lane++) {
        if (inputs.count(lane) == 0) {
          continue;
        }
        lanes++;
        UsualCommits known = usual[lane];
        if (known == null) {
          why = unknown.isEmpty() ? "input partition " + lane + " had no baseline" : unknown;
          continue;
        }
        floor = Math.max(floor, known.sureMicros());
        CommittedLane watched =
            new CommittedLane(
                new WatchedLane(
                    course,
                    lane,
                    known.readLess(Math.max(0, course.unreadMicros() - unreadMicros)),
                    promise,
                    signalMicros,
                    watchEndMicros,
                    output));
        watched.find(stalls, late);
        quiet = Math.max(quiet, watched.quiet());
      }
      long gap = Math.max(2 * everyMicros, course.gapMicros(signalMicros));
      return new LanesInWatch(stalls, late, lanes, floor + gap, quiet, why);
    }
  }

  /** Readings that ended before the watch did tell nothing of its rest. */
  private static String unread(CommitCourse course, long watchEndMicros) {
    long until = course.size() == 0 ? 0 : course.answered(course.size() - 1);
    return until >= watchEndMicros - UNREAD_MICROS
        ? ""
        : "committed offsets could not be read to the end of the watch";
  }
}
