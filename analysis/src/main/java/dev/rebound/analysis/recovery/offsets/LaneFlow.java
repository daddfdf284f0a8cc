package dev.rebound.analysis.recovery.offsets;

import dev.rebound.analysis.recovery.lanes.Estimate;
import dev.rebound.analysis.recovery.lanes.LaneDips;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The output of one partition, counted in cells of time, against its baseline: silence that is
 * longer than any of the baseline, and counts over 1 to 16 s that are less, or more, than its rate
 * and its unevenness explain.
 *
 * <p>What surely differs is told from what perhaps does: of the latter only the latest end counts.
 */
public final class LaneFlow {
  /** Whoever asks knows which one it is. */
  private static final int LANE = -1;

  /** Output that a rhythm can be told from. */
  private static final int OUTPUTS_MIN = 20;

  private static final long SECOND_MICROS = 1_000_000;
  private static final int[] SCALES = {1, 2, 4, 8, 16};

  /**
   * Standard deviations that surely are no chance, however long one looks; and perhaps are none.
   */
  private static final double SURE = 6;

  private static final double PERHAPS = 4;
  private static final double SURE_SHARE = 0.9;
  private static final double PERHAPS_SHARE = 0.95;

  /** How many standard deviations an instant may fit worse than the best one. */
  private static final double FIT = 3;

  /** How much longer silence of a steady lane must be, and perhaps is, microseconds. */
  private static final long SILENCE_MICROS = 750_000;

  private static final long SILENCE_PERHAPS_MICROS = 250_000;

  /** Long silences of a baseline that tell how much they differ. */
  private static final int LONG_MIN = 3;

  private static final double LONGER = 8;

  /** Where outputs come by chance, one silence in 20,000 is so many times as long as is usual. */
  private static final double LONG = 10;

  private final int[] before;
  private final double perCell;
  private final double unevenness;
  private final boolean known;
  private final int silence;
  private final int silenceSure;
  private final int silencePerhaps;
  private final int secondCells;
  private final List<Scale> scales = new ArrayList<>();

  /** Counts over a length of time, as the baseline has them. */
  private record Scale(int cells, double expected, double deviation) {
    boolean shows(double deviations) {
      return expected > deviations * deviation;
    }

    double least(double deviations, double share) {
      return Math.min(share * expected, expected - deviations * deviation);
    }

    double most(double deviations, double share) {
      return Math.max((2 - share) * expected, expected + deviations * deviation);
    }
  }

  /**
   * @param before how many outputs came before each cell
   * @param from first cell of the baseline
   */
  public LaneFlow(int[] before, long cellMicros, int from, int until) {
    this.before = before;
    int length = until - from;
    int count = before[until] - before[from];
    this.known = length > 0 && count >= OUTPUTS_MIN;
    this.perCell = known ? (double) count / length : 0;
    this.secondCells = (int) Math.max(1, SECOND_MICROS / cellMicros);
    double[] second = counts(from, until, secondCells);
    this.unevenness = Math.max(1, second[1] * second[1] / Math.max(1e-9, second[0]));
    List<Integer> gaps = gaps(from, until);
    this.silence = gaps.stream().mapToInt(gap -> gap).max().orElse(length);
    this.silenceSure =
        Math.max(
            silence
                + (int)
                    Math.max((double) (SILENCE_MICROS / cellMicros + 1), Math.ceil(longer(gaps))),
            (int) Math.ceil(LONG / Math.max(perCell, 1e-9)));
    this.silencePerhaps = silence + (int) (SILENCE_PERHAPS_MICROS / cellMicros + 1);
    for (int seconds : SCALES) {
      int cells = seconds * secondCells;
      if (known && cells <= length / 2) {
        double expected = perCell * cells;
        double[] counted = counts(from, until, cells);
        double spread = Math.sqrt(unevenness * expected);
        double measured = cells <= length / 4 ? 1.5 * counted[1] : spread;
        double deviation = Math.max(Math.sqrt(expected / 2), Math.min(spread, measured));
        scales.add(
            new Scale(cells, expected, deviation * (1 + Math.sqrt((double) cells / length))));
      }
    }
  }

  /** Mean and standard deviation of the counts of all windows of a length. */
  private double[] counts(int from, int until, int cells) {
    double sum = 0;
    double squares = 0;
    int windows = 0;
    for (int end = from + cells; end <= until; end++) {
      double count = before[end] - before[end - cells];
      sum += count;
      squares += count * count;
      windows++;
    }
    double mean = windows == 0 ? 0 : sum / windows;
    return new double[] {
      mean, windows == 0 ? 0 : Math.sqrt(Math.max(0, squares / windows - mean * mean))
    };
  }

  /** Lengths of silences, those at both ends included. */
  private List<Integer> gaps(int from, int until) {
    List<Integer> gaps = new ArrayList<>();
    int last = from - 1;
    for (int cell = from; cell < until; cell++) {
      if (before[cell + 1] > before[cell]) {
        gaps.add(cell - last - 1);
        last = cell;
      }
    }
    gaps.add(until - last - 1);
    return gaps;
  }

  /** By how much the longest silence to come may be longer than that of the baseline. */
  private static double longer(List<Integer> gaps) {
    int most = gaps.stream().mapToInt(gap -> gap).max().orElse(0);
    int[] few = gaps.stream().mapToInt(gap -> gap).filter(gap -> gap * 2 >= most).toArray();
    double mean = Arrays.stream(few).average().orElse(0);
    double spread = few.length < LONG_MIN ? most / 2.0 : most - mean;
    return spread * LONGER / Math.sqrt(Math.max(1, few.length));
  }

  /** False if the baseline had too little output. */
  public boolean known() {
    return known;
  }

  /** The shortest silence that is surely seen. */
  public int floorCells() {
    int scaled =
        scales.stream()
            .filter(scale -> scale.shows(SURE))
            .mapToInt(Scale::cells)
            .findFirst()
            .orElse(silenceSure);
    return Math.min(scaled, silenceSure);
  }

  /** When there was less output than in the baseline, in cells. */
  public List<UncertainInterval> below(int from, int until) {
    List<UncertainInterval> found = new ArrayList<>();
    silent(from, until, found);
    differing(from, until, -1, SURE, SURE_SHARE, found);
    differing(from, until, -1, PERHAPS, PERHAPS_SHARE, found);
    return found;
  }

  /**
   * When there was more: a backlog was worked off. Its last part, that is no older than the slack,
   * counts as nothing.
   */
  public List<UncertainInterval> above(int from, int until, double slackCells) {
    List<UncertainInterval> found = new ArrayList<>();
    differing(from, until, 1, SURE, SURE_SHARE, found);
    return found.stream().map(s -> older(s, slackCells)).toList();
  }

  private UncertainInterval older(UncertainInterval s, double slackCells) {
    int start = (int) s.start();
    int end = (int) s.end();
    double rate = (double) (before[end] - before[start]) / Math.max(1, end - start);
    double more = rate / perCell - 1;
    int last = more <= 0 ? end : (int) Math.min(end, Math.ceil(slackCells / more));
    long endLow = s.ended().low() - last;
    return new UncertainInterval(
        LANE,
        s.began(),
        new Estimate(Math.max(s.began().low(), endLow), end, s.ended().high()),
        s.open() && endLow >= s.began().high(),
        endLow < start);
  }

  /**
   * Until when the output surely had not come up again, in a time in which something was below; −1
   * if it does not show. What comes after it was as usual for the hold is another matter.
   */
  public int lessUntil(int from, int until) {
    int hold = (int) (LaneDips.HOLD_MICROS / SECOND_MICROS) * secondCells;
    int start = from;
    int low = from;
    int at = from;
    for (int cell = from; cell <= until && !(cell > at + hold && isLess(start, at)); cell++) {
      low = off(cell, -1) < off(low, -1) ? cell : low;
      if (off(cell, -1) - off(low, -1) > off(at, -1) - off(start, -1)) {
        start = low;
        at = cell;
      }
    }
    return isLess(start, at) ? Math.max(start, fitting(start, at, at, -1)[0] - 1) : -1;
  }

  /** Whether chance does not explain that so little came between two cells. */
  private boolean isLess(int start, int at) {
    double missing = off(at, -1) - off(start, -1);
    double due = perCell * (at - start);
    return at > start
        && missing >= PERHAPS * Math.sqrt(unevenness * due)
        && missing >= (1 - PERHAPS_SHARE) * due;
  }

  private void silent(int from, int until, List<UncertainInterval> found) {
    int last = from - 1;
    for (int cell = from; cell <= until; cell++) {
      boolean output = cell < until && before[cell + 1] > before[cell];
      if (!output && cell < until) {
        continue;
      }
      int gap = cell - last - 1;
      if (gap > silencePerhaps) {
        boolean open = cell == until;
        Estimate began = new Estimate(last, last + 1, last + 1 + silence);
        long endLow = Math.max(last + 1, cell - silence - 1);
        Estimate ended = new Estimate(endLow, cell, open ? until : cell + 1);
        found.add(new UncertainInterval(LANE, began, ended, open, gap <= silenceSure));
      }
      last = cell;
    }
  }

  /**
   * Windows with too few outputs, or too many, that are no chance by so many standard deviations
   * and as much as a share.
   *
   * @param sign −1 for too few
   * @param found takes what is no part of a finer one in it
   */
  private void differing(
      int from,
      int until,
      int sign,
      double deviations,
      double share,
      List<UncertainInterval> found) {
    for (Scale scale : scales) {
      if (scale.shows(deviations)) {
        double bound = sign < 0 ? scale.least(deviations, share) : scale.most(deviations, share);
        differing(scale, from, until, sign, bound, deviations < SURE, found);
      }
    }
  }

  private void differing(
      Scale scale,
      int from,
      int until,
      int sign,
      double bound,
      boolean perhaps,
      List<UncertainInterval> found) {
    int first = -1;
    List<UncertainInterval> finer = List.copyOf(found);
    for (int end = from + scale.cells(); end <= until + 1; end++) {
      boolean differs =
          end <= until && sign * (before[end] - before[end - scale.cells()]) > sign * bound;
      if (differs) {
        first = first < 0 ? end : first;
      } else if (first >= 0) {
        UncertainInterval dated = dated(scale, first, end - 1, sign, end > until, perhaps);
        int last = end - 1;
        if (finer.stream().noneMatch(f -> isPart(dated, last, scale, f))) {
          found.add(dated);
        }
        first = -1;
      }
    }
  }

  /** Whether a stretch whose last window ends with a cell is told by a finer one already. */
  private static boolean isPart(
      UncertainInterval dated, int last, Scale scale, UncertainInterval finer) {
    return finer.began().low() <= last
        && dated.began().low() <= finer.ended().high()
        && last - scale.cells() <= finer.ended().high()
        && (!dated.open() || finer.open());
  }

  /** Dates a stretch by when the lane was most behind its rate, or ahead of it. */
  private UncertainInterval dated(
      Scale scale, int first, int last, int sign, boolean open, boolean perhaps) {
    int earliest = first - scale.cells();
    int at = earliest;
    for (int cell = earliest; cell <= last; cell++) {
      at = off(cell, sign) > off(at, sign) ? cell : at;
    }
    int start = earliest;
    for (int cell = earliest; cell <= Math.min(first, at); cell++) {
      start = off(cell, sign) < off(start, sign) ? cell : start;
    }
    int[] fitting = fitting(start, last, at, sign);
    long low = Math.max(earliest, fitting[0] - 1);
    return new UncertainInterval(
        LANE,
        new Estimate(earliest, start, first),
        open ? new Estimate(low, last, last) : new Estimate(low, at, fitting[1] + 1),
        open,
        perhaps);
  }

  /** The first and the last cell at which a lane may have been behind most, or ahead. */
  private int[] fitting(int from, int until, int at, int sign) {
    int low = at;
    int high = at;
    for (int cell = from; cell <= until; cell++) {
      // The farther away, the more two counts differ by chance.
      double apart = Math.max(secondCells, Math.abs(cell - at));
      if (off(cell, sign) >= off(at, sign) - FIT * Math.sqrt(unevenness * perCell * apart)) {
        low = Math.min(low, cell);
        high = Math.max(high, cell);
      }
    }
    return new int[] {low, high};
  }

  /** By how many outputs a lane is behind its rate before a cell, or ahead of it. */
  private double off(int cell, int sign) {
    return sign * (before[cell] - perCell * cell);
  }
}
