package dev.rebound.report.study;

import dev.rebound.analysis.compare.Estimate;
import dev.rebound.analysis.compare.Value;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Figures as bars, in groups with a scale each, with their 95 % intervals and words beside them. A
 * part of a study's picture. Pure.
 *
 * @param note below all groups
 */
record BarPicture(List<Group> groups, String note) {
  private static final int HEAD = 40;
  private static final int FOOT = 44;
  private static final int ROW = 38;
  private static final int BAR = 12;
  private static final int LEFT = 16;

  /** The width that the words beside a bar take. */
  private static final int WORDS = 330;

  private static final double LETTER = 6.4;

  /** A dotted name before its value, of which the last two parts stay. */
  private static final Pattern LONG_KEY =
      Pattern.compile("(?:[a-z][A-Za-z0-9_-]*\\.)+([A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+)(?= )");

  /** Bars of one scale. */
  record Group(String title, List<Bar> bars) {}

  /**
   * A bar.
   *
   * @param figure null if there is none to draw
   * @param words beside it
   * @param alarm above these; may be empty
   */
  record Bar(String label, @Nullable Estimate figure, String words, String alarm) {}

  /** The height that it takes of a picture; 0 if there is no bar. */
  int height() {
    int rows = groups.stream().mapToInt(group -> HEAD + group.bars().size() * ROW).sum();
    return rows == 0 ? 0 : rows + FOOT;
  }

  /** The part of the picture below some height. */
  String drawn(int top, int width) {
    StringBuilder svg = new StringBuilder();
    int y = top;
    for (Group group : groups) {
      double most =
          group.bars().stream()
              .flatMap(bar -> Stream.ofNullable(bar.figure()))
              .mapToDouble(BarPicture::end)
              .filter(Double::isFinite)
              .max()
              .orElse(0);
      label(svg, "title", 8, y + 22, group.title());
      y += HEAD;
      for (Bar bar : group.bars()) {
        row(svg, bar, most == 0 ? 1 : most, y, width - LEFT - WORDS);
        y += ROW;
      }
    }
    if (y > top) {
      label(svg, "soft", 8, y + 24, note);
    }
    return svg.toString();
  }

  private static double end(Estimate figure) {
    Value interval = figure.interval();
    double value = StudyAxes.drawn(figure.value());
    return interval == null || Double.isInfinite(interval.high())
        ? value
        : Math.max(value, interval.high());
  }

  private static void row(StringBuilder svg, Bar bar, double most, int y, int width) {
    label(svg, "soft", LEFT, y + 8, shortened(bar.label(), width));
    int middle = y + 14 + BAR / 2;
    Estimate figure = bar.figure();
    if (figure != null) {
      svg.append(
          text(
              "<rect class=\"a bar\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
              LEFT, y + 14, Math.max(1, x(StudyAxes.drawn(figure.value()), most, width)), BAR));
      Value interval = figure.interval();
      if (interval != null) {
        svg.append(
            text(
                "<path class=\"b figure\" d=\"M%.1f %dH%.1f\"/>\n",
                LEFT + x(interval.low(), most, width),
                middle,
                LEFT + x(interval.high(), most, width)));
      }
    }
    label(svg, "", LEFT + width + 14, middle + 4, bar.words());
    if (!bar.alarm().isEmpty()) {
      label(svg, "lost", LEFT + width + 14, y + 8, shortened(bar.alarm(), WORDS - 14));
    }
  }

  /** How far a bar reaches; what lies beyond the greatest value is put there. */
  private static double x(double value, double most, int width) {
    return width * Math.max(0, Math.min(1, value / most));
  }

  /** A label as far as it fits into some room; of settings with long names the ends of these. */
  static String shortened(String label, int room) {
    int letters = (int) (room / LETTER);
    if (label.length() <= letters) {
      return label;
    }
    String brief = LONG_KEY.matcher(label).replaceAll("$1");
    return brief.length() <= letters ? brief : brief.substring(0, letters - 1) + "…";
  }

  private static void label(StringBuilder svg, String kind, int x, int y, String words) {
    svg.append(
        text(
            "<text%s x=\"%d\" y=\"%d\">%s</text>\n",
            kind.isEmpty() ? "" : " class=\"" + kind + "\"", x, y, escaped(words)));
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
