package dev.rebound.report.picture;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Labels of cells in a picture: without what all of them share, and never over what is drawn. */
public final class CellLabels {
  /** The width that a letter takes at most, on average. */
  private static final double LETTER = 6.6;

  /** A dotted name before its value, of which the last two parts stay, and one more for a unit. */
  private static final Pattern LONG_KEY =
      Pattern.compile(
          "(?:[a-z][A-Za-z0-9_-]*\\.)+?"
              + "((?:[A-Za-z0-9_-]+\\.){1,2}(?:ms|bytes)|[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+)(?= )");

  private CellLabels() {}

  /** The parts that the labels of all these cells have, if there are several. */
  public static List<String> shared(List<CellFigures> cells) {
    if (cells.size() < 2) {
      return List.of();
    }
    List<String> shared = new ArrayList<>(parts(cells.get(0)));
    cells.forEach(cell -> shared.retainAll(parts(cell)));
    return cells.stream().anyMatch(cell -> shared.containsAll(parts(cell))) ? List.of() : shared;
  }

  /** A cell's label without these parts, and without what is not set, if anything is left. */
  public static String without(List<String> shared, CellFigures cell) {
    List<String> parts = new ArrayList<>(parts(cell));
    parts.removeAll(shared);
    List<String> set = parts.stream().filter(part -> !part.endsWith(" not set")).toList();
    return String.join(", ", set.isEmpty() ? parts : set);
  }

  private static List<String> parts(CellFigures cell) {
    return List.of(cell.label().split(", "));
  }

  /** A label as far as it fits into some room; of settings with long names the ends of these. */
  public static String shortened(String label, double room) {
    int letters = letters(room);
    if (label.length() <= letters) {
      return label;
    }
    String brief = LONG_KEY.matcher(label).replaceAll("$1");
    return brief.length() <= letters ? brief : brief.substring(0, letters - 1) + "…";
  }

  /** A label in up to two lines. */
  public static List<String> wrapped(String label, double room) {
    if (fits(label, room)) {
      return List.of(label);
    }
    String brief = LONG_KEY.matcher(label).replaceAll("$1");
    int at = brief.lastIndexOf(", ", letters(room) - 1);
    if (brief.length() <= letters(room) || at < 0) {
      return List.of(shortened(brief, room));
    }
    return List.of(brief.substring(0, at + 1), shortened(brief.substring(at + 2), room));
  }

  public static boolean fits(String label, double room) {
    return label.length() <= letters(room);
  }

  private static int letters(double room) {
    return (int) (room / LETTER);
  }
}
