package dev.rebound.report.terminal;

import java.util.ArrayList;
import java.util.List;

/** Breaks sentences into lines for a terminal. */
public final class Wrapping {
  private Wrapping() {}

  /**
   * The lines of a sentence, broken between words; a word longer than a line stays whole. Colours
   * have no width.
   */
  public static List<String> lines(String text, int columns) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int used = 0;
    for (String word : text.split(" ", -1)) {
      int width = word.replaceAll("\u001b\\[[0-9;]*m", "").length();
      if (used > 0 && used + 1 + width > columns) {
        lines.add(line.toString());
        line.setLength(0);
        used = 0;
      }
      line.append(used > 0 ? " " : "").append(word);
      used += used > 0 ? 1 + width : width;
    }
    if (!line.toString().isBlank()) {
      lines.add(line.toString());
    }
    return lines;
  }

  /**
   * Adds these, each behind an indent.
   *
   * @param columns width of a line with its indent
   */
  public static void wrap(String text, String indent, int columns, List<String> lines) {
    lines(text, columns - indent.length()).forEach(line -> lines.add(indent + line));
  }
}
