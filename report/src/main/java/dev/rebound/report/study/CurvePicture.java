package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.EngineColours;
import dev.rebound.report.picture.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A curve around the fault, of the cells of a scenario that share a profile: of each the median
 * over all its faults, and a band from the least to the greatest value. A page shows the whole of
 * it or a part; what stands at a second is drawn once, and its axis for each part. Pure.
 */
final class CurvePicture {
  private static final int LEFT = 70;
  private static final int TOP = 44;
  private static final int BODY = 170;
  private static final int FOOT = 26;
  private static final int WIDTH = Chart.WIDTH - LEFT - 20;
  private static final int TICKS = 8;
  private static final int[] STEPS = {1, 2, 5, 10, 15, 20, 30, 60, 120};

  /** Letters of a legend take so much room. */
  private static final double LETTER = 7.2;

  private final Curve curve;
  private final List<CellFigures> cells;
  private final Function<CellFigures, String> colour;
  private final AxisScale values;

  /** Seconds around a fault that are shown. */
  private record Part(int from, int to) {
    double x(double second) {
      return LEFT + WIDTH * (second - from) / (to - from);
    }
  }

  private CurvePicture(
      Curve curve, List<CellFigures> cells, Function<CellFigures, String> colour, double highest) {
    this.curve = curve;
    this.cells = cells;
    this.colour = colour;
    this.values = AxisScale.linear(highest, BODY - 4);
  }

  /** All charts of a comparison, {@code curve-SCENARIO-CURVE-PROFILE} each. */
  static List<Chart> of(List<CellFigures> all) {
    List<String> kinds = all.stream().map(CurvePicture::kind).distinct().toList();
    int[] colours =
        EngineColours.of(
            kinds.stream()
                .map(kind -> Cell.engineName(kind.lines().findFirst().orElse("")))
                .toList());
    Map<String, List<CellFigures>> scenarios =
        StudyPicture.grouped(all.stream(), cell -> cell.cell().scenario());
    List<Chart> charts = new ArrayList<>();
    int number = 0;
    for (List<CellFigures> cells : scenarios.values()) {
      for (Curve curve : Curve.values()) {
        List<CellFigures> drawn =
            cells.stream()
                .filter(cell -> !cell.runs().isEmpty() && cell.bands().containsKey(curve))
                .filter(cell -> cell.runs().stream().anyMatch(run -> !run.faults().isEmpty()))
                .toList();
        double highest = drawn.stream().mapToDouble(cell -> highest(cell, curve)).max().orElse(1);
        for (String profile : drawn.stream().map(c -> c.cell().profile()).distinct().toList()) {
          List<CellFigures> mine =
              drawn.stream().filter(c -> c.cell().profile().equals(profile)).toList();
          charts.add(
              new CurvePicture(
                      curve, mine, cell -> "n" + colours[kinds.indexOf(kind(cell))], highest)
                  .drawn("curve-%s-%s-%s".formatted(number, curve.id(), profile), horizon(cells)));
        }
      }
      number++;
    }
    return charts;
  }

  /** What has a colour of its own: all of a cell but its scenario and its profile. */
  private static String kind(CellFigures cell) {
    Cell of = cell.cell();
    return String.join("\n", of.engine(), of.version(), of.guarantee(), of.variant());
  }

  private static CurveBand band(CellFigures cell, Curve curve) {
    return Objects.requireNonNull(cell.bands().get(curve));
  }

  private static double highest(CellFigures cell, Curve curve) {
    return band(cell, curve).greatest().stream()
        .mapToDouble(v -> v)
        .filter(v -> !Double.isNaN(v))
        .max()
        .orElse(0);
  }

  /** The last second of which any curve of these cells tells. */
  private static int horizon(List<CellFigures> cells) {
    int last = 1;
    for (CellFigures cell : cells) {
      for (CurveBand band : cell.bands().values()) {
        for (int i = 0; i < band.median().size(); i++) {
          last = Double.isNaN(band.median().get(i)) ? last : Math.max(last, band.fromSecond() + i);
        }
      }
    }
    return last;
  }

  private Chart drawn(String name, int horizon) {
    Svg svg = new Svg();
    double x = LEFT;
    for (CellFigures cell : cells) {
      svg.path(colour.apply(cell) + " figure", "M%.1f 12h14", x);
      svg.label("", x + 20, 16, cell.label());
      x += 40 + LETTER * cell.label().length();
    }
    String metric = metric();
    for (double mark : values.marks(metric)) {
      svg.path("grid", "M%d %.1fH%d", LEFT, TOP + y(mark), LEFT + WIDTH);
      svg.end("soft", LEFT - 8, TOP + y(mark) + 4, AxisScale.said(metric, mark));
    }
    Part whole = new Part(-CurveBand.SECONDS_BEFORE, horizon);
    svg.window(
        "x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"".formatted(LEFT, TOP, WIDTH, BODY),
        whole.from(),
        whole.to() - whole.from(),
        BODY,
        lines());
    Stream.of(whole, new Part(-5, 15), new Part(-5, 30), new Part(-10, 60))
        .filter(part -> part.equals(whole) || part.to() < horizon)
        .forEach(part -> svg.group(attributes(part, part.equals(whole)), axis(part)));
    Cell first = cells.get(0).cell();
    String title =
        "%s around the fault, %s, %s"
            .formatted(curve.title(), ComparisonWords.heading(first.scenario()), first.profile());
    return new Chart(name, title, TOP + BODY + FOOT, svg.toString());
  }

  private static String attributes(Part part, boolean shown) {
    return "class=\"part%s\" data-from=\"%s\" data-to=\"%s\""
        .formatted(shown ? "" : " off", part.from(), part.to());
  }

  /** The marks of what a part shows: of seconds, of the fault, and of when cells had caught up. */
  private Svg axis(Part part) {
    Svg svg = new Svg();
    double least = (part.to() - part.from()) / (double) TICKS;
    int every = STEPS[STEPS.length - 1];
    for (int i = STEPS.length - 1; i >= 0 && STEPS[i] >= least; i--) {
      every = STEPS[i];
    }
    for (int at = -Math.floorDiv(-part.from(), every) * every; at <= part.to(); at += every) {
      String words = at == 0 ? "0" : at + " s";
      svg.middle("soft", part.x(at), TOP + BODY + 16, words);
    }
    String kinds =
        cells.stream()
            .flatMap(cell -> cell.runs().stream().flatMap(run -> run.faults().stream()))
            .map(fault -> fault.kind())
            .distinct()
            .collect(Collectors.joining(", "));
    svg.middle("lost", part.x(0), TOP - 6, kinds.contains(",") ? "fault" : kinds);
    for (CellFigures cell : cells) {
      double at = caughtUp(cell);
      if (at > 0 && at <= part.to()) {
        svg.middle(colour.apply(cell) + " word", part.x(at), TOP - 6, "✓");
      }
    }
    return svg;
  }

  /** Seconds; 0 where that is not known. */
  private static double caughtUp(CellFigures cell) {
    Estimate recovery = cell.recovery();
    return recovery == null || !recovery.value().bounded() ? 0 : recovery.value().high() / 1000;
  }

  private String lines() {
    Svg svg = new Svg();
    cells.forEach(cell -> stretches(band(cell, curve), colour.apply(cell), svg));
    svg.path("r bounds", "M0 0V%d", BODY);
    for (CellFigures cell : cells) {
      if (caughtUp(cell) > 0) {
        svg.path(colour.apply(cell) + " dashed", "M%.1f 0V%d", caughtUp(cell), BODY);
      }
    }
    return svg.toString();
  }

  /** The band and the median of each stretch without gaps. */
  private void stretches(CurveBand band, String colour, Svg svg) {
    int size = band.median().size();
    for (int from = 0; from < size; from++) {
      int to = from;
      while (to < size && !Double.isNaN(band.median().get(to))) {
        to++;
      }
      if (to > from) {
        String back = way(band, band.least(), to - 1, from, -1).replaceFirst("M", "L");
        svg.path(colour + " range", way(band, band.greatest(), from, to - 1, 1) + back + "Z");
        svg.path(colour + " figure", way(band, band.median(), from, to - 1, 1));
        from = to;
      }
    }
  }

  private String way(CurveBand band, List<Double> column, int from, int to, int step) {
    StringBuilder way = new StringBuilder("M");
    for (int i = from; i != to + step; i += step) {
      String place = String.format(Locale.ROOT, "%d %.1f", band.fromSecond() + i, y(column.get(i)));
      way.append(i == from ? "" : "L").append(place);
    }
    return way.toString();
  }

  private double y(double value) {
    return BODY - values.at(value);
  }

  /** The series that a curve is of, by which its figures are written. */
  private String metric() {
    return switch (curve) {
      case INPUT_RATE -> "input.rate";
      case OUTPUT_RATE -> "output.rate";
      case LAG -> "lag";
      case CPU -> "node.cpu";
      case RECEIVED -> "node.received";
      case SENT -> "node.sent";
    };
  }
}
