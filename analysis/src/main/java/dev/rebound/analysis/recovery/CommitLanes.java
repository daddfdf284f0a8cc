package dev.rebound.analysis.recovery;

import dev.rebound.analysis.evidence.CommitSamples;
import dev.rebound.workload.due.Ledger;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * When input partitions were not worked off, by what a group had committed on them: the oldest
 * input that is not committed grows older than it ever was in the baseline. Commits hide what
 * happened between them, and readings when they were made; both are in the ends of each stretch.
 */
final class CommitLanes {
  /** Less than this is a matter of when was read. */
  private static final long SLACK_MICROS = 250_000;

  /** A rhythm cannot be told from fewer commits. */
  private static final int COMMITS_MIN = 3;

  private static final long LOOK_BACK_MICROS = 60_000_000;

  /** What part of the time a lane may fall behind by chance. */
  private static final int LITTLE = 10;

  /** By how much what is left after a commit may differ from the usual. */
  private static final long LEFT_MICROS = 50_000;

  private final Path file;
  private final Ledger ledger;
  private final boolean repeats;
  private final @Nullable Usual[] usual;
  private final boolean committed;
  private final long everyMicros;
  private final String unknown;

  /**
   * The usual course of a lane.
   *
   * @param commitMicros longest time between two commits
   * @param ageMicros median age of the oldest uncommitted input
   * @param mostMicros the most that it was
   * @param leftMicros median age of what a commit leaves
   */
  private record Usual(long commitMicros, long ageMicros, long mostMicros, long leftMicros) {
    long toleranceMicros() {
      return Math.max(SLACK_MICROS, commitMicros / 4);
    }

    /** An older input is late for sure. */
    long sureMicros() {
      return mostMicros + toleranceMicros();
    }
  }

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
  record LanesInWatch(
      List<UncertainInterval> stalls,
      List<UncertainInterval> late,
      int lanes,
      long floorMicros,
      long quietMicros,
      String unknown) {}

  /**
   * @param repeats whether work that was done and not committed may be done again
   */
  CommitLanes(Path file, Ledger ledger, Grid.TimeRange baseline, boolean repeats)
      throws IOException {
    this.file = file;
    this.ledger = ledger;
    this.repeats = repeats;
    this.usual = new @Nullable Usual[ledger.lanes()];
    try (CommitSamples.Reader samples = new CommitSamples.Reader(file, ledger.lanes())) {
      committed = samples.anyCommitted(ledger.lanes());
      PendingInputs inputs =
          new PendingInputs(
              ledger, baseline.startMicros() - LOOK_BACK_MICROS, baseline.endMicros());
      CommitCourse course =
          new CommitCourse(
              samples, inputs, ledger.lanes(), baseline.startMicros(), baseline.endMicros());
      everyMicros = course.everyMicros();
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

  private static String tooFew(int lane, Grid.TimeRange baseline) {
    return String.format(
        Locale.ROOT,
        "input partition %d was committed fewer than %d times in the baseline of %.0f s: its rhythm"
            + " is not known; let phases.baseline be longer, or commit more often",
        lane,
        COMMITS_MIN,
        (baseline.endMicros() - baseline.startMicros()) / 1e6);
  }

  private static @Nullable Usual usual(CommitCourse course, int lane, Grid.TimeRange baseline) {
    List<Long> left = new ArrayList<>();
    long[] ages = new long[course.size()];
    long most = 0;
    long commit = 0;
    long before = baseline.startMicros();
    for (int i = 1; i < course.size(); i++) {
      ages[i] = course.ageMicros(lane, i);
      most = Math.max(most, course.mostMicros(lane, i));
      if (course.advanced(lane, i)) {
        left.add(course.leftMicros(lane, i));
        commit = Math.max(commit, course.answered(i) - before);
        before = course.asked(i - 1);
      }
    }
    if (left.size() < COMMITS_MIN) {
      return null;
    }
    commit = Math.max(commit, baseline.endMicros() - before);
    return new Usual(commit, median(ages), most, median(left.stream().mapToLong(m -> m).toArray()));
  }

  private static long median(long[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /** False if the group never committed, so that nothing is told of it. */
  boolean committed() {
    return committed;
  }

  /** How often it was read. */
  long everyMicros() {
    return everyMicros;
  }

  /** The longest time between two commits of a lane in the baseline. */
  long commitMicros() {
    return Arrays.stream(usual).mapToLong(u -> u == null ? 0 : u.commitMicros()).max().orElse(0);
  }

  /** The greatest age of the baseline, over all lanes. */
  long mostMicros() {
    return Arrays.stream(usual).mapToLong(u -> u == null ? 0 : u.mostMicros()).max().orElse(0);
  }

  LanesInWatch watch(long signalMicros, long watchEndMicros) throws IOException {
    long most = mostMicros();
    long from = signalMicros - Math.max(LOOK_BACK_MICROS, 4 * most);
    PendingInputs inputs = new PendingInputs(ledger, from, watchEndMicros);
    List<UncertainInterval> stalls = new ArrayList<>();
    List<UncertainInterval> late = new ArrayList<>();
    long before = signalMicros - 2 * most - LOOK_BACK_MICROS / 10;
    try (CommitSamples.Reader samples = new CommitSamples.Reader(file, ledger.lanes())) {
      CommitCourse course =
          new CommitCourse(samples, inputs, ledger.lanes(), before, watchEndMicros);
      int lanes = 0;
      long floor = 0;
      long quiet = signalMicros;
      String why = unread(course, watchEndMicros);
      for (int lane = 0; lane < usual.length; lane++) {
        if (inputs.count(lane) == 0) {
          continue;
        }
        lanes++;
        Usual known = usual[lane];
        if (known == null) {
          why = unknown.isEmpty() ? "input partition " + lane + " had no baseline" : unknown;
          continue;
        }
        floor = Math.max(floor, known.sureMicros());
        LaneInWatch watched = new LaneInWatch(course, lane, known, signalMicros, watchEndMicros);
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
    return until >= watchEndMicros - 10 * SLACK_MICROS
        ? ""
        : "committed offsets could not be read to the end of the watch";
  }

  /** One lane after one signal. */
  private final class LaneInWatch {
    private final CommitCourse course;
    private final int lane;
    private final Usual usual;
    private final long signalMicros;
    private final long watchEndMicros;

    LaneInWatch(
        CommitCourse course, int lane, Usual usual, long signalMicros, long watchEndMicros) {
      this.course = course;
      this.lane = lane;
      this.usual = usual;
      this.signalMicros = signalMicros;
      this.watchEndMicros = watchEndMicros;
    }

    void find(List<UncertainInterval> stalls, List<UncertainInterval> late) {
      int first = -1;
      int last = -1;
      for (int i = 1; i < course.size(); i++) {
        if (course.ageMicros(lane, i) <= usual.sureMicros()) {
          continue;
        }
        // Until all is caught up, the age goes up and down with each commit.
        if (first >= 0 && caughtUp(last) < course.asked(i)) {
          add(first, last, stalls, late);
          first = -1;
        }
        first = first < 0 ? i : first;
        last = i;
      }
      if (first >= 0) {
        add(first, last, stalls, late);
      }
    }

    private void add(
        int first, int last, List<UncertainInterval> stalls, List<UncertainInterval> late) {
      int before = usualBefore(first);
      long startLow = course.asked(before);
      long startHigh = course.asked(first);
      long shown = course.answered(course.lastAdvance(lane, first - 1));
      long start = Math.min(startHigh, Math.max(startLow, shown + usual.commitMicros() / 2));
      boolean open = last == course.size() - 1;
      Worst worst = worst(before, first, Math.min(last + 1, course.size() - 1), open);
      long high = worst.still() ? watchEndMicros : Math.max(worst.high(), redone(first, startLow));
      long low = Math.max(startLow, worst.low());
      high = Math.max(low, high);
      long end = worst.still() ? watchEndMicros : low + (Math.min(high, worst.high()) - low) / 2;
      // It began before it ended, however little commits tell of either.
      end = Math.max(low, end);
      start = Math.min(start, end);
      stalls.add(
          new UncertainInterval(lane, startLow, start, startHigh, low, end, high, worst.still()));
      long lateLow = lateLow(first, last);
      long lateHigh = open ? watchEndMicros : Math.max(high, caughtUp(last));
      long lateEnd =
          open ? watchEndMicros : Math.min(lateHigh, Math.max(lateLow, course.asked(last)));
      late.add(
          new UncertainInterval(
              lane, startLow, start, startHigh, lateLow, lateEnd, lateHigh, open));
    }

    /**
     * When a lane was behind most, between bounds: until then it stood still, or was slower than
     * the load.
     *
     * @param still true if it still was in the end
     */
    private record Worst(long low, long high, boolean still) {}

    /** What a commit left undone tells how far the lane was behind when it was made. */
    private Worst worst(int usually, int first, int reach, boolean open) {
      if (course.nextAdvance(lane, first - 1) > reach) {
        long since = course.asked(reach) - usual.commitMicros() - usual.toleranceMicros();
        return new Worst(since, watchEndMicros, true);
      }
      int begun = course.nextAdvance(lane, usually);
      long most = 0;
      long top = 0;
      for (int i = begun; i <= reach; i = course.nextAdvance(lane, i)) {
        long left = course.leftMicros(lane, i);
        top = left > most ? course.answered(i) : top;
        most = Math.max(most, left);
      }
      int from = reach;
      int until = begun;
      boolean rising = false;
      boolean late = false;
      for (int i = begun; i <= reach; i = course.nextAdvance(lane, i)) {
        long left = course.leftMicros(lane, i);
        if (left >= most - usual.toleranceMicros()) {
          until = i;
          rising = late;
        }
        // A lane that falls behind by so little need not be slower than the load.
        long little = Math.max(0, (top - course.answered(i)) / LITTLE);
        if (left >= most - usual.toleranceMicros() - little) {
          from = Math.min(from, i);
        }
        late |= left > usual.leftMicros() + usual.toleranceMicros();
      }
      int next = course.nextAdvance(lane, until);
      boolean again = course.mostMicros(lane, reach) > most + 2 * commitAround(until);
      boolean still = open && (again || (rising && next > reach));
      int at = still ? until : from;
      long before = course.asked(Math.max(0, course.lastAdvance(lane, at - 1) - 1));
      long low = Math.max(before, course.asked(at - 1) - commitAround(at));
      boolean ended = !rising || next == course.size();
      return new Worst(low, course.answered(ended ? until : next), still);
    }

    /** The reading before the last one that showed the lane as usual before another one. */
    private int usualBefore(int first) {
      int i = first - 1;
      while (i > 0 && course.ageMicros(lane, i) > usual.ageMicros()) {
        i--;
      }
      return Math.max(0, i - 1);
    }

    /** The time between commits around one: it may be longer while there is much to do. */
    private long commitAround(int at) {
      int next = course.nextAdvance(lane, at);
      long gap = next == course.size() ? 0 : course.answered(next) - course.asked(at - 1);
      long most = usual.commitMicros() + usual.toleranceMicros();
      return Math.max(most, Math.min(gap, 3 * most));
    }

    /** Until when all was committed that may have been done once before the lane stood still. */
    private long redone(int first, long startLow) {
      if (!repeats) {
        return Long.MIN_VALUE;
      }
      long startHigh = course.asked(first);
      boolean signal = startLow <= signalMicros && signalMicros <= startHigh;
      int done = course.allDone(lane, first, signal ? signalMicros : startHigh);
      return done == course.size() ? watchEndMicros : course.answered(done);
    }

    /**
     * The last moment at which what had not been done was surely older than ever before; the signal
     * if commits do not show that it was.
     */
    private long lateLow(int first, int last) {
      long band = usual.mostMicros() + Analyst.RHYTHM_MICROS;
      for (int i = last; i >= first; i--) {
        if (course.leastMicros(lane, i) > band) {
          return course.asked(i);
        }
      }
      return signalMicros;
    }

    /** When a commit first left no more than is usual, of what was due after the signal. */
    private long quiet() {
      int i = 0;
      while (i < course.size() && course.asked(i) < signalMicros + usual.sureMicros()) {
        i++;
      }
      return caughtUp(i);
    }

    /** The first commit after a reading that left no more than is usual. */
    private long caughtUp(int last) {
      for (int i = course.nextAdvance(lane, last);
          i < course.size();
          i = course.nextAdvance(lane, i)) {
        if (course.leftMicros(lane, i) <= usual.leftMicros() + LEFT_MICROS) {
          return course.answered(i);
        }
      }
      return watchEndMicros;
    }
  }
}
