package dev.rebound.report;

import java.util.List;

/** One line that says where a run stands and never wraps. Pure. */
final class LiveLine {
  private static final String GAP = "   ";

  private LiveLine() {}

  /** Joins as many segments as fit, the first one always, cut if it must be. */
  static String of(List<String> segments, int columns) {
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

  /** A progress bar. */
  static String bar(double share, int width) {
    int full = (int) Math.round(Math.max(0, Math.min(1, share)) * width);
    return "█".repeat(full) + "░".repeat(width - full);
  }
}
