package dev.rebound.analysis.recovery;

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
final class LaneFlow {
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
   * A stretch in cells, its ends as of {@link UncertainInterval}.
   *
   * @param open true if it had not ended in the last cell
   */
  record Stretch(
      int startLow,
      int start,
      int startHigh,
      int endLow,
      int end,
      int endHigh,
      boolean open,
      boolean perhaps) {}

  /**
   * @param before how many outputs came before each cell
   * @param from first cell of the baseline
   */
  LaneFlow(int[] before, long cellMicros, int from, int until) {
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
  boolean known() {
    return known;
  }

  /** The shortest silence that is surely seen. */
  int floorCells() {
    int scaled =
        scales.stream()
            .filter(scale -> scale.shows(SURE))
            .mapToInt(Scale::cells)
            .findFirst()
            .orElse(silenceSure);
    return Math.min(scaled, silenceSure);
  }

  /** When there was less output than in the baseline. */
  List<Stretch> below(int from, int until) {
    List<Stretch> found = new ArrayList<>();
    silent(from, until, found);
    for (Scale scale : scales) {
      if (scale.shows(SURE)) {
        differing(scale, from, until, -1, scale.least(SURE, SURE_SHARE), false, found);
      }
    }
    List<Stretch> perhaps = new ArrayList<>(found);
    for (Scale scale : scales) {
      if (scale.shows(PERHAPS)) {
        differing(scale, from, until, -1, scale.least(PERHAPS, PERHAPS_SHARE), true, perhaps);
      }
    }
    return perhaps;
  }

  /**
   * When there was more: a backlog was worked off. Its last part, that is no older than the slack,
   * counts as nothing.
   */
  List<Stretch> above(int from, int until, double slackCells) {
    List<Stretch> found = new ArrayList<>();
    for (Scale scale : scales) {
      if (scale.shows(SURE)) {
        differing(scale, from, until, 1, scale.most(SURE, SURE_SHARE), false, found);
      }
    }
    return found.stream().map(s -> older(s, slackCells)).toList();
  }

  private Stretch older(Stretch s, double slackCells) {
    double rate = (double) (before[s.end()] - before[s.start()]) / Math.max(1, s.end() - s.start());
    double more = rate / perCell - 1;
    int last = more <= 0 ? s.end() : (int) Math.min(s.end(), Math.ceil(slackCells / more));
    int endLow = s.endLow() - last;
    return new Stretch(
        s.startLow(),
        s.start(),
        s.startHigh(),
        Math.max(s.startLow(), endLow),
        s.end(),
        s.endHigh(),
        s.open() && endLow >= s.startHigh(),
        endLow < s.start());
  }

  /**
   * Until when the output surely had not come up again, in a time in which something was below; −1
   * if it does not show. What comes after it was as usual for the hold is another matter.
   */
  int lessUntil(int from, int until) {
    int hold = (int) (Outages.HOLD_MICROS / SECOND_MICROS) * secondCells;
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

  private void silent(int from, int until, List<Stretch> found) {
    int last = from - 1;
    for (int cell = from; cell <= until; cell++) {
      boolean output = cell < until && before[cell + 1] > before[cell];
      if (!output && cell < until) {
        continue;
      }
      int gap = cell - last - 1;
      if (gap > silencePerhaps) {
        boolean open = cell == until;
        found.add(
            new Stretch(
                last,
                last + 1,
                last + 1 + silence,
                Math.max(last + 1, cell - silence - 1),
                cell,
                open ? until : cell + 1,
                open,
                gap <= silenceSure));
      }
      last = cell;
    }
  }

  /**
   * Windows with too few outputs, or too many.
   *
   * @param sign −1 for too few
   * @param bound fewer than that are too few
   * @param found finer ones; takes what is not a part of these
   */
  private void differing(
      Scale scale,
      int from,
      int until,
      int sign,
      double bound,
      boolean perhaps,
      List<Stretch> found) {
    int first = -1;
    List<Stretch> finer = List.copyOf(found);
    for (int end = from + scale.cells(); end <= until + 1; end++) {
      boolean differs =
          end <= until && sign * (before[end] - before[end - scale.cells()]) > sign * bound;
      if (differs) {
        first = first < 0 ? end : first;
      } else if (first >= 0) {
        Stretch dated = dated(scale, first, end - 1, sign, end > until, perhaps);
        int lastWindow = end - 1 - scale.cells();
        int begin = first - scale.cells();
        int latest = end - 1;
        boolean part =
            finer.stream()
                .anyMatch(
                    f ->
                        f.startLow() <= latest
                            && begin <= f.endHigh()
                            && lastWindow <= f.endHigh()
                            && (!dated.open() || f.open()));
        if (!part) {
          found.add(dated);
        }
        first = -1;
      }
    }
  }

  /** Dates a stretch by when the lane was most behind its rate, or ahead of it. */
  private Stretch dated(Scale scale, int first, int last, int sign, boolean open, boolean perhaps) {
    int earliest = first - scale.cells();
    double most = Double.NEGATIVE_INFINITY;
    int at = last;
    for (int cell = earliest; cell <= last; cell++) {
      double off = off(cell, sign);
      if (off > most) {
        most = off;
        at = cell;
      }
    }
    int start = earliest;
    double least = Double.POSITIVE_INFINITY;
    for (int cell = earliest; cell <= Math.min(first, at); cell++) {
      double off = off(cell, sign);
      if (off < least) {
        least = off;
        start = cell;
      }
    }
    int[] fitting = fitting(start, last, at, sign);
    return new Stretch(
        earliest,
        start,
        first,
        Math.max(earliest, fitting[0] - 1),
        open ? last : at,
        open ? last : fitting[1] + 1,
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
