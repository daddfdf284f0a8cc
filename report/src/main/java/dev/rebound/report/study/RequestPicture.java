package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.analysis.compare.Estimate;
import dev.rebound.analysis.compare.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The fates of requests, as bars: the share that failed in each cell of a scenario, or the accepted
 * ones a second where none failed, with its 95 % interval. A part of a study's picture. Pure.
 */
final class RequestPicture {
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

  private static final Pattern NONE_LOST = Pattern.compile("0 of [0-9,]+(: ≤ 3/[0-9,]+)?");

  private final StringBuilder svg = new StringBuilder();
  private final int width;

  private RequestPicture(int width) {
    this.width = width - LEFT - WORDS;
  }

  /** Cells that sent requests, by scenario. */
  private static Map<String, List<CellFigures>> scenarios(List<CellFigures> cells) {
    Map<String, List<CellFigures>> scenarios = new LinkedHashMap<>();
    for (CellFigures cell : cells) {
      if (cell.requests() != null) {
        scenarios.computeIfAbsent(cell.cell().scenario(), any -> new ArrayList<>()).add(cell);
      }
    }
    return scenarios;
  }

  /** The height that it takes of a picture; 0 if none of the cells sent requests. */
  static int height(List<CellFigures> cells) {
    int rows = scenarios(cells).values().stream().mapToInt(some -> HEAD + some.size() * ROW).sum();
    return rows == 0 ? 0 : rows + FOOT;
  }

  /** The part of the picture below some height. */
  static String of(List<CellFigures> cells, int top, int width) {
    RequestPicture picture = new RequestPicture(width);
    int y = top;
    for (Map.Entry<String, List<CellFigures>> scenario : scenarios(cells).entrySet()) {
      y = picture.scenario(scenario.getKey(), scenario.getValue(), y);
    }
    if (y > top) {
      picture.label(
          "soft",
          8,
          y + 24,
          "Bar: the share of all requests, or the mean rate. Line: its 95 % interval over runs."
              + " Each group has a scale of its own.");
    }
    return picture.svg.toString();
  }

  private int scenario(String name, List<CellFigures> cells, int top) {
    boolean failed =
        cells.stream()
            .flatMap(cell -> figures(cell, RequestWords.FAILED).stream())
            .anyMatch(figure -> figure.value().high() > 0);
    String metric = failed ? RequestWords.FAILED : RequestWords.ACCEPTED;
    double most =
        cells.stream()
            .flatMap(cell -> figures(cell, metric).stream())
            .mapToDouble(RequestPicture::end)
            .filter(Double::isFinite)
            .max()
            .orElse(0);
    label(
        "title",
        8,
        top + 22,
        ComparisonWords.heading(name)
            + (failed ? ": requests that failed" : ": accepted requests a second"));
    int y = top + HEAD;
    for (CellFigures cell : cells) {
      row(cell, metric, most == 0 ? 1 : most, y);
      y += ROW;
    }
    return y;
  }

  private static List<Estimate> figures(CellFigures cell, String metric) {
    CellRequests requests = cell.requests();
    Estimate figure = requests == null ? null : requests.figure(metric);
    return figure == null ? List.of() : List.of(figure);
  }

  private static double end(Estimate figure) {
    Value interval = figure.interval();
    double value = StudyAxes.drawn(figure.value());
    return interval == null || Double.isInfinite(interval.high())
        ? value
        : Math.max(value, interval.high());
  }

  private void row(CellFigures cell, String metric, double most, int y) {
    CellRequests requests = cell.requests();
    if (requests == null) {
      return;
    }
    label("soft", LEFT, y + 8, shortened(cell.label(), width));
    int middle = y + 14 + BAR / 2;
    for (Estimate figure : figures(cell, metric)) {
      double value = StudyAxes.drawn(figure.value());
      rectangle(LEFT, y + 14, Math.max(1, x(value, most)));
      Value interval = figure.interval();
      if (interval != null) {
        path(
            "b figure",
            text(
                "M%.1f %dH%.1f",
                LEFT + x(interval.low(), most), middle, LEFT + x(interval.high(), most)));
      }
    }
    String published = RequestWords.published(cell).getOrDefault(metric, "");
    String figure =
        (RequestWords.figure(requests, metric) + " " + RequestWords.sure(requests, metric)).strip();
    label(
        "", LEFT + width + 14, middle + 4, figure + (published.isEmpty() ? "" : ", " + published));
    if (!NONE_LOST.matcher(requests.lost()).matches()) {
      label("lost", LEFT + width + 14, y + 8, shortened("lost " + requests.lost(), WORDS - 14));
    }
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

  /** How far a bar reaches; what lies beyond the greatest value is put there. */
  private double x(double value, double most) {
    return width * Math.max(0, Math.min(1, value / most));
  }

  private void rectangle(int x, int y, double length) {
    svg.append(
        text(
            "<rect class=\"a bar\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
            x, y, length, BAR));
  }

  private void path(String kind, String d) {
    svg.append(text("<path class=\"%s\" d=\"%s\"/>\n", kind, d));
  }

  private void label(String kind, int x, int y, String words) {
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
