package dev.rebound.report.terminal;

import java.util.List;

/** Breaks sentences into lines for a terminal. */
public final class Wrapping {
  private Wrapping() {}

  /**
   * Breaks a sentence between words; a word longer than the line stays whole. Colours have no
   * width.
   *
   * @param columns width of a line with its indent
   */
  public static void wrap(String text, String indent, int columns, List<String> lines) {
    StringBuilder line = new StringBuilder();
    int used = 0;
    for (String word : text.split(" ", -1)) {
      int width = word.replaceAll("\u001b\\[[0-9;]*m", "").length();
      if (used > 0 && indent.length() + used + 1 + width > columns) {
        lines.add(indent + line);
        line.setLength(0);
        used = 0;
      }
      if (used > 0) {
        line.append(' ');
        used++;
      }
      line.append(word);
      used += width;
    }
    if (!line.toString().isBlank()) {
      lines.add(indent + line);
    }
  }
}
