package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.TradeOff;
import dev.rebound.analysis.compare.Comparison.TradePoint;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.CellLabels;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.EngineColours;
import dev.rebound.report.picture.Svg;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * What cells pay in one metric, upwards and logarithmic, for another, to the right: a line for
 * those that differ in a setting alone, with its values beside their points where there is room.
 * Pure.
 */
final class TradePicture {
  private static final int HEIGHT = 400;

  private static final int LEFT = 80;
  private static final int NAMES = 290;
  private static final int WIDTH = Chart.WIDTH - LEFT - NAMES;
  private static final int HEAD = 34;
  private static final int FOOT = 62;
  private static final int BODY = HEIGHT - HEAD - FOOT;
  private static final int DOT = 4;
  private static final int LINE = 13;
  private static final double LETTER = 6.4;
  private static final double[] STEPS = {1, 3};

  /** Where words stand about a point: how far beside it, and how far below. */
  private static final double[][] PLACES = {
    {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}, {0, 1}, {1, 1}
  };

  private final Svg svg = new Svg();
  private final TradeOff trade;
  private final AxisScale along;
  private final double least;
  private final double highest;

  /** What words must not lie upon. */
  private final List<Rectangle2D> taken = new ArrayList<>();

  private final List<Line2D> strokes = new ArrayList<>();

  private TradePicture(TradeOff trade) {
    this.trade = trade;
    double last = trade.points().stream().flatMapToDouble(p -> ends(p.figure())).max().orElse(1);
    along = AxisScale.linear(last, WIDTH);
    double[] paid =
        trade.points().stream()
            .flatMapToDouble(point -> ends(point.paid()))
            .filter(value -> value > 0)
            .toArray();
    double low = DoubleStream.of(paid).min().orElse(1);
    double high = DoubleStream.of(paid).max().orElse(10);
    least = Math.pow(10, Math.floor(Math.log10(low * 0.8) * 2) / 2);
    highest = Math.max(least * 10, high * 1.3);
  }

  /** One chart. */
  static Chart of(TradeOff trade) {
    return new Chart(
        trade.against() + "-against-" + trade.metric(),
        ComparisonWords.heading(trade),
        HEIGHT,
        new TradePicture(trade).drawn());
  }

  /** The figure and the ends of its interval, as far as these are known. */
  private static DoubleStream ends(Estimate figure) {
    double at = AxisScale.middle(figure.value());
    BoundedValue interval = figure.interval();
    return interval == null
        ? DoubleStream.of(at)
        : DoubleStream.of(at, interval.low(), interval.high())
            .filter(end -> end <= at * 4 && end >= at / 4);
  }

  private String drawn() {
    svg.label("title", 8, HEAD - 14, ComparisonWords.heading(trade));
    grid();
    Map<String, List<TradePoint>> lines = new LinkedHashMap<>();
    trade
        .points()
        .forEach(point -> lines.computeIfAbsent(name(point), any -> new ArrayList<>()).add(point));
    List<String> engines = lines.values().stream().map(line -> engine(line.get(0))).toList();
    List<String> names = engines.stream().distinct().toList();
    int[] colours = EngineColours.of(names);
    int number = 0;
    for (Map.Entry<String, List<TradePoint>> line : lines.entrySet()) {
      String engine = engines.get(number);
      String colour = Svg.colour(colours[names.indexOf(engine)]);
      String stroke = colour + (engines.indexOf(engine) < number ? " dashed" : " figure");
      line(line.getValue(), colour, stroke);
      legend(line.getKey(), line.getValue(), number, stroke);
      number++;
    }
    lines.values().forEach(line -> line.forEach(this::words));
    svg.label(
        "soft",
        8,
        HEAD + BODY + 52,
        "Point: means over runs; ring: a bound alone is known. Bars: 95 % intervals. Words: what the setting of a line is"
            + " there, where there is room.");
    return svg.toString();
  }

  private void grid() {
    for (double decade = 1e-3; decade <= highest; decade *= 10) {
      for (double times : STEPS) {
        double value = decade * times;
        if (value >= least && value <= highest) {
          svg.path("grid", "M%d %.1fH%d", LEFT, y(value), LEFT + WIDTH);
          svg.end("soft", LEFT - 8, y(value) + 4, AxisScale.said(trade.against(), value));
        }
      }
    }
    for (double value : along.marks(trade.metric())) {
      svg.path("grid", "M%.1f %dV%d", x(value), HEAD, HEAD + BODY + 4);
      svg.middle("soft", x(value), HEAD + BODY + 20, AxisScale.said(trade.metric(), value));
    }
    svg.end("soft", LEFT + WIDTH, HEAD + BODY + 36, ComparisonWords.noun(trade.metric()) + " →");
  }

  private static String engine(TradePoint point) {
    return Cell.engineName(point.cell().engine());
  }

  /** What the points of a line share. */
  private String name(TradePoint point) {
    Cell cell = point.cell();
    boolean scenarios =
        trade.points().stream().map(other -> other.cell().scenario()).distinct().count() > 1;
    return (scenarios ? ComparisonWords.heading(cell.scenario()) + ", " : "")
        + new Cell("", cell.engine(), cell.version(), cell.profile(), cell.guarantee(), "")
            .label(trade.points().stream().map(TradePoint::cell).toList());
  }

  /** Lines of one engine share its colour; all but the first are dashed. */
  private void line(List<TradePoint> points, String colour, String stroke) {
    double[] last = null;
    for (TradePoint point : points) {
      double x = x(at(point.figure()));
      double y = y(at(point.paid()));
      if (last != null) {
        svg.path(stroke, "M%.1f %.1fL%.1f %.1f", last[0], last[1], x, y);
        strokes.add(new Line2D.Double(last[0], last[1], x, y));
      }
      last = new double[] {x, y};
      bar(point.figure(), colour, x, y, true);
      bar(point.paid(), colour, x, y, false);
      boolean known = point.figure().value().exact() && point.paid().value().exact();
      svg.circle(known ? colour : colour + " open", x, y, DOT);
      taken.add(new Rectangle2D.Double(x - DOT - 1, y - DOT - 1, 2 * DOT + 2, 2 * DOT + 2));
    }
  }

  private void bar(Estimate figure, String colour, double x, double y, boolean flat) {
    BoundedValue interval = figure.interval();
    if (interval == null) {
      return;
    }
    double from = flat ? x(interval.low()) : y(interval.low());
    double to = flat ? x(interval.high()) : y(interval.high());
    if (flat) {
      svg.path(colour + " bounds", "M%.1f %.1fH%.1f", from, y, to);
    } else {
      svg.path(colour + " bounds", "M%.1f %.1fV%.1f", x, from, to);
    }
    strokes.add(flat ? new Line2D.Double(from, y, to, y) : new Line2D.Double(x, from, x, to));
  }

  private void legend(String name, List<TradePoint> points, int number, String stroke) {
    int y = HEAD + 6 + 34 * number;
    int from = LEFT + WIDTH + 26;
    svg.path(stroke, "M%d %dh18", from, y - 4);
    svg.label("", from + 24, y, name);
    String keys =
        points.get(0).cell().variant().isEmpty()
            ? ""
            : settings(points.get(0)).keySet().stream()
                .map(key -> key.replaceFirst("^config\\.(?:execution\\.)?", ""))
                .collect(Collectors.joining(", "));
    if (!keys.isEmpty()) {
      svg.label("soft", from + 24, y + 15, CellLabels.shortened(keys, NAMES - 54));
    }
  }

  /** What sets a point apart from others of its line: {@code commit-interval} to {@code 2s}. */
  private static Map<String, String> settings(TradePoint point) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (String word : point.cell().variant().split(", ", -1)) {
      int end = word.lastIndexOf(' ');
      settings.put(word.substring(0, Math.max(0, end)), word.substring(end + 1));
    }
    return settings;
  }

  /** The values of its settings beside a point, unless they would lie upon something. */
  private void words(TradePoint point) {
    String words = String.join(", ", settings(point).values());
    double x = x(at(point.figure()));
    double y = y(at(point.paid()));
    double length = LETTER * words.length();
    Optional<Rectangle2D> free =
        Arrays.stream(PLACES)
            .map(
                place ->
                    (Rectangle2D)
                        new Rectangle2D.Double(
                            x - length / 2 + place[0] * (length / 2 + DOT + 5),
                            y - LINE / 2.0 + place[1] * (LINE / 2.0 + DOT + 4),
                            length,
                            LINE))
            .filter(this::free)
            .findFirst();
    if (!words.isEmpty() && free.isPresent()) {
      taken.add(free.get());
      svg.label("soft", free.get().getX(), free.get().getY() + LINE - 3, words);
    }
  }

  private boolean free(Rectangle2D place) {
    return place.getMinX() > LEFT
        && place.getMaxX() < LEFT + WIDTH + 20
        && place.getMinY() > HEAD - 8
        && place.getMaxY() < HEAD + BODY
        && taken.stream().noneMatch(place::intersects)
        && strokes.stream().noneMatch(place::intersectsLine);
  }

  private static double at(Estimate figure) {
    return AxisScale.middle(figure.value());
  }

  /** Place of a value; what lies beyond an end is put there. */
  private double x(double value) {
    return LEFT + along.at(Math.max(0, value));
  }

  private double y(double value) {
    double within = Math.max(least, Math.min(highest, value));
    return HEAD + BODY * (1 - Math.log(within / least) / Math.log(highest / least));
  }
}
