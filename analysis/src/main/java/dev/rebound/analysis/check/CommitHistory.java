package dev.rebound.analysis.check;

import dev.rebound.analysis.evidence.CommitSamples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * How far a group had committed each input lane at most by each reading of it. Memory: 24 bytes per
 * reading, and 12 per reading and lane in which a lane got further.
 */
final class CommitHistory {
  /** Readings are 0.2 s apart, of runs over 12 h a second: a few that are missing are no gap. */
  private static final long LEAST_GAP_MICROS = 1_000_000;

  private final long[] asked;
  private final long[] answered;

  /** By reading: when the first was asked for from which there is no gap until it. */
  private final long[] since;

  private final long gapMicros;

  private final Lane[] lanes;

  /** The readings in which a lane got further, and its greatest offset until then. */
  private static final class Lane {
    private int[] readings = new int[16];
    private long[] offsets = new long[16];
    private int length;

    void note(int reading, long offset) {
      if (length > 0 && offset <= offsets[length - 1]) {
        return;
      }
      if (length == readings.length) {
        readings = Arrays.copyOf(readings, 2 * length);
        offsets = Arrays.copyOf(offsets, 2 * length);
      }
      readings[length] = reading;
      offsets[length++] = offset;
    }

    int showing(long offset, int none) {
      int at = Arrays.binarySearch(offsets, 0, length, offset + 1);
      int first = at < 0 ? -at - 1 : at;
      return first < length ? readings[first] : none;
    }
  }

  private CommitHistory(CommitSamples.Reader samples, int lanes) throws IOException {
    int rows = Math.toIntExact(samples.rows());
    asked = new long[rows];
    answered = new long[rows];
    since = new long[rows];
    this.lanes = new Lane[lanes];
    Arrays.setAll(this.lanes, lane -> new Lane());
    for (int row = 0; row < rows; row++) {
      asked[row] = samples.askedMicros(row);
      answered[row] = samples.answeredMicros(row);
      for (int lane = 0; lane < lanes; lane++) {
        long offset = samples.offset(row, lane);
        if (offset != CommitSamples.NONE) {
          this.lanes[lane].note(row, offset);
        }
      }
    }
    long spacing = rows < 2 ? 0 : (asked[rows - 1] - asked[0]) / (rows - 1);
    gapMicros = Math.max(LEAST_GAP_MICROS, 3 * spacing);
    for (int row = 0; row < rows; row++) {
      boolean gap = row == 0 || asked[row] - asked[row - 1] > gapMicros;
      since[row] = gap ? asked[row] : since[row - 1];
    }
  }

  static CommitHistory of(Path samples, int lanes) throws IOException {
    try (CommitSamples.Reader reader = new CommitSamples.Reader(samples, lanes)) {
      return new CommitHistory(reader, lanes);
    }
  }

  /** True if anything was ever committed: else the job keeps its place elsewhere. */
  boolean any() {
    return Arrays.stream(lanes).anyMatch(lane -> lane.showing(0, size()) < size());
  }

  /** The first reading that shows an input committed; {@link #size} if none does. */
  int showing(int lane, long offset) {
    return lanes[lane].showing(offset, size());
  }

  int size() {
    return asked.length;
  }

  /** The first reading that was asked for at a time or later; {@link #size} if none was. */
  int firstFrom(long micros) {
    int at = Arrays.binarySearch(asked, micros);
    return at < 0 ? -at - 1 : at;
  }

  /** Whether readings were asked for without a gap from one time until another. */
  boolean readBetween(long fromMicros, long untilMicros) {
    int last = firstFrom(untilMicros + 1) - 1;
    return last >= 0 && untilMicros - asked[last] <= gapMicros && since[last] <= fromMicros;
  }

  /** Whether a reading was asked for at a time or soon after. */
  boolean readFrom(long micros) {
    int next = firstFrom(micros);
    return next < size() && asked[next] - micros <= gapMicros;
  }

  long answeredMicros(int reading) {
    return answered[reading];
  }
}
