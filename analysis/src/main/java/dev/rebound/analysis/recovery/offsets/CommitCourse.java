package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.evidence.CommitSamples;
import java.io.IOException;
import java.util.Arrays;

/**
 * What a group had committed during a stretch of time, as it was sampled, and how old what it had
 * not committed was. A long stretch is thinned to so many offsets at most.
 */
public final class CommitCourse {
  public static final long OFFSETS_MAX = 4_000_000;

  private final PendingInputs inputs;
  private final long step;
  private final long[] asked;
  private final long[] answered;
  private final long[][] offsets;

  public CommitCourse(
      CommitSamples.Reader samples,
      PendingInputs inputs,
      int lanes,
      long from,
      long until,
      long offsetsMax)
      throws IOException {
    this.inputs = inputs;
    long first = Math.max(0, samples.firstFrom(from) - 1);
    long last = samples.firstFrom(until);
    step = Math.max(1, (last - first) * lanes / offsetsMax);
    int size = (int) ((last - first + step - 1) / step);
    asked = new long[size];
    answered = new long[size];
    offsets = new long[lanes][size];
    for (int i = 0; i < size; i++) {
      long row = first + i * step;
      asked[i] = samples.askedMicros(row);
      answered[i] = samples.answeredMicros(row);
      for (int lane = 0; lane < lanes; lane++) {
        // What is read again after a rebalance does not undo a commit that was seen.
        long before = i == 0 ? 0 : offsets[lane][i - 1];
        offsets[lane][i] = Math.max(before, samples.offset(row, lane));
      }
    }
  }

  public int size() {
    return asked.length;
  }

  /** By how much readings are farther apart than they were made. */
  public long unreadMicros() {
    return everyMicros() / step * (step - 1);
  }

  public long asked(int i) {
    return asked[i];
  }

  public long answered(int i) {
    return answered[i];
  }

  /** True if a reading shows more of a lane than the one before. */
  public boolean advanced(int lane, int i) {
    return i > 0 && offsets[lane][i] > offsets[lane][i - 1];
  }

  /** The first reading after one that shows more of a lane; {@link #size} if there is none. */
  public int nextAdvance(int lane, int i) {
    int next = i + 1;
    while (next < size() && !advanced(lane, next)) {
      next++;
    }
    return next;
  }

  /**
   * The last reading up to one that shows more of a lane than the one before it; 0 if none does.
   */
  public int lastAdvance(int lane, int i) {
    int last = i;
    while (last > 0 && !advanced(lane, last)) {
      last--;
    }
    return last;
  }

  /** How many records a commit that a reading shows covers. */
  public long records(int lane, int i) {
    return i == 0 ? 0 : offsets[lane][i] - offsets[lane][i - 1];
  }

  /** How old the oldest uncommitted input of a lane surely was when reading {@code i} was asked. */
  public long ageMicros(int lane, int i) {
    return age(lane, i, asked[i]);
  }

  /**
   * The most that it can have been before reading {@code i} was answered: that of what the reading
   * before showed.
   */
  public long mostMicros(int lane, int i) {
    return age(lane, Math.max(0, i - 1), answered[i]);
  }

  /** The most that it can have been just after the commit that reading {@code i} shows. */
  public long leftMicros(int lane, int i) {
    return age(lane, i, answered[i]);
  }

  /** The least that it can have been just after that commit. */
  public long leftLeastMicros(int lane, int i) {
    return age(lane, i, asked[Math.max(0, i - 1)]);
  }

  /**
   * How old the oldest input was that had not been <em>done</em> when a reading was asked, at
   * least: the next commit covers what had been done by then.
   */
  public long leastMicros(int lane, int i) {
    int next = nextAdvance(lane, i);
    return next == size() ? 0 : age(lane, next, asked[i]);
  }

  private long age(int lane, int row, long at) {
    long offset = offsets[lane][row];
    if (inputs.isOlder(lane, offset)) {
      return Long.MAX_VALUE / 4;
    }
    long oldest = inputs.oldestMicros(lane, offset);
    return oldest == PendingInputs.NOTHING ? 0 : Math.max(0, at - oldest);
  }

  /** The first reading from one on that shows all to be committed that was due before a time. */
  public int allDone(int lane, int from, long dueMicros) {
    int i = from;
    while (i < size() && inputs.oldestMicros(lane, offsets[lane][i]) < dueMicros) {
      i++;
    }
    return i;
  }

  /** The longest time between two readings after a time. */
  public long gapMicros(long fromMicros) {
    long gap = 0;
    for (int i = 1; i < size(); i++) {
      gap = answered[i] < fromMicros ? gap : Math.max(gap, answered[i] - asked[i - 1]);
    }
    return gap;
  }

  /** The median time between two readings. */
  public long everyMicros() {
    long[] every = new long[Math.max(1, size() - 1)];
    Arrays.setAll(every, i -> size() < 2 ? 0 : asked[i + 1] - asked[i]);
    Arrays.sort(every);
    return every[every.length / 2];
  }
}
