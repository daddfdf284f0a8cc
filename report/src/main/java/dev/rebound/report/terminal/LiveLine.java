package dev.rebound.report.terminal;

import dev.rebound.analysis.units.Words;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One line that says where a run stands and never wraps. */
public final class LiveLine {
  /** The characters that are drawn with, lowest first. */
  public static final String BLOCKS = "▁▂▃▄▅▆▇█";

  private static final String GAP = "   ";

  /** Phases that end by themselves, so that their time is a limit. */
  private static final Set<String> LIMITED = Set.of("start", "drain");

  private LiveLine() {}

  /** Joins as many segments as fit, the first one always, cut if it must be. */
  public static String of(List<String> segments, int columns) {
    StringBuilder line = new StringBuilder();
    for (String segment : segments) {
      if (line.length() == 0) {
        line.append(
            segment.length() <= columns ? segment : segment.substring(0, columns - 1) + "…");
      } else if (line.length() + GAP.length() + segment.length() <= columns) {
        line.append(GAP).append(segment);
      }
    }
    return line.toString();
  }

  /**
   * A phase and its time: {@code faults 10 s of 40 s} where it takes that long, {@code start 26 s
   * (limit 3 min)} where that is only the longest that it may take.
   *
   * @param limitMillis 0 for none
   * @param limited the time is a limit whatever the phase
   */
  public static String clock(String phase, long elapsedMillis, long limitMillis, boolean limited) {
    String spent = phase + "  " + Words.wholeSeconds(elapsedMillis);
    if (limitMillis <= 0) {
      return spent;
    }
    String limit = Words.wholeSeconds(limitMillis);
    return limited || LIMITED.contains(phase)
        ? spent + " (limit " + limit + ")"
        : spent + " of " + limit;
  }

  /** The last values of a rate, drawn with a block each, the newest at the right. */
  public static final class Sparkline {
    private final int width;
    private final Deque<Double> values = new ArrayDeque<>();

    Sparkline(int width) {
      this.width = width;
    }

    /** Takes the next value; null, or not a number, is a gap. */
    void add(@Nullable Double value) {
      values.addLast(value == null || value.isNaN() ? -1 : Math.max(0, value));
      if (values.size() > width) {
        values.removeFirst();
      }
    }

    /**
     * As high as the highest of them, and no higher than twice the middle: a backlog that is worked
     * off must not make all else look like nothing. Empty until there is one above zero.
     */
    String text() {
      double[] flowing =
          values.stream().mapToDouble(Double::doubleValue).filter(v -> v > 0).sorted().toArray();
      if (flowing.length == 0) {
        return "";
      }
      double most = Math.min(flowing[flowing.length - 1], 2 * flowing[flowing.length / 2]);
      StringBuilder text = new StringBuilder();
      for (double value : values) {
        int height = (int) Math.ceil(Math.min(1, value / most) * BLOCKS.length()) - 1;
        text.append(value < 0 ? ' ' : BLOCKS.charAt(Math.max(0, height)));
      }
      return String.format(Locale.ROOT, "%" + width + "s", text);
    }
  }
}
