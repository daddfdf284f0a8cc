package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.FaultFigure;
import dev.rebound.analysis.result.Impact;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import dev.rebound.report.picture.AxisScale;
import dev.rebound.report.picture.CellLabels;
import dev.rebound.report.picture.Chart;
import dev.rebound.report.picture.EngineColours;
import dev.rebound.report.picture.Svg;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Outages and recoveries: a panel for each scenario and profile, headed by what its runs share, a
 * row for each cell, on one logarithmic axis; a mark for each fault, a line of marks for each run,
 * and the cell's figure with its interval behind them. Pure.
 */
final class RecoveryPicture {
  private static final int LABELS = 270;
  private static final int GAP = 34;
  private static final int PANEL = (Chart.WIDTH - LABELS - GAP - 20) / 2;
  private static final int ROW = 36;
  private static final int HEAD = 40;
  private static final int TOP = 26;
  private static final int FOOT = 84;

  /** An interval is drawn no farther than so many times beyond what was seen. */
  private static final double DRAWN = 4;

  private final Svg svg = new Svg();
  private final List<CellFigures> cells;
  private final List<String> engines;
  private final int[] colours;
  private final AxisScale values;

  /** Cells that stand under one heading. */
  private record Panel(String scenario, String profile) {
    /** Profiles from what an engine has by itself to what helps most. */
    private static final List<String> ORDER = List.of("stock", "tuned", "quick");

    static Panel of(CellFigures cell) {
      return new Panel(cell.cell().scenario(), cell.cell().profile());
    }

    int place() {
      int place = ORDER.indexOf(profile);
      return place < 0 ? ORDER.size() : place;
    }
  }

  private RecoveryPicture(List<CellFigures> cells) {
    this.cells = cells;
    engines = cells.stream().map(RecoveryPicture::engine).distinct().toList();
    colours = EngineColours.of(engines);
    List<Double> all = new ArrayList<>();
    List<Double> ends = new ArrayList<>();
    for (CellFigures cell : cells) {
      hits(cell).stream()
          .flatMap(fault -> Stream.of(fault.outage(), fault.recovery()))
          .filter(span -> span.state() != SpanState.UNKNOWN)
          .forEach(span -> all.add((double) Math.max(span.millis(), span.floorMillis())));
      published(cell).forEach(figure -> all.add(figure.value()));
      Stream.of(cell.outage(), cell.recovery())
          .flatMap(Stream::ofNullable)
          .flatMap(estimate -> Stream.ofNullable(estimate.interval()))
          .filter(BoundedValue::bounded)
          .forEach(interval -> ends.add(interval.high()));
    }
    double first = all.stream().mapToDouble(v -> v).min().orElse(1000);
    double last = all.stream().mapToDouble(v -> v).max().orElse(10_000);
    double far = ends.stream().mapToDouble(v -> v).max().orElse(last);
    double least = Math.pow(10, Math.floor(Math.log10(Math.max(10, first * 0.9)) * 2) / 2);
    double most = Math.max(least * 10, 1.25 * Math.max(last, Math.min(far, last * DRAWN)));
    values = AxisScale.logarithmic(least, most, PANEL);
  }

  /** None if nothing is known of any fault. */
  static List<Chart> of(List<CellFigures> all) {
    List<CellFigures> cells =
        all.stream()
            .filter(cell -> !cell.runs().isEmpty() && ComparisonWords.hasRecovery(cell))
            .filter(cell -> !hits(cell).isEmpty())
            .toList();
    return cells.isEmpty() ? List.of() : List.of(new RecoveryPicture(cells).drawn());
  }

  private static List<FaultResult> hits(CellFigures cell) {
    return cell.runs().stream()
        .flatMap(run -> run.faults().stream())
        .filter(fault -> fault.impact() == Impact.HIT)
        .toList();
  }

  private static List<PublishedFigure> published(CellFigures cell) {
    return cell.published().stream()
        .filter(figure -> figure.metric().equals(FaultFigure.RECOVERY))
        .toList();
  }

  private Chart drawn() {
    Map<Panel, List<CellFigures>> panels = panels();
    int body = panels.size() * HEAD + cells.size() * ROW;
    int recovery = LABELS + PANEL + GAP;
    svg.label("title", LABELS, TOP - 8, "Outage");
    svg.label("title", recovery, TOP - 8, "Recovery time");
    int y = TOP;
    for (List<CellFigures> panel : panels.values()) {
      List<String> shared = CellLabels.shared(panel);
      svg.label("title", 8, y + 16, headed(panel.get(0).cell().scenario(), shared));
      svg.label("soft", 8, y + 32, conditions(panel));
      y += HEAD;
      int end = y + panel.size() * ROW;
      grid(LABELS, y, end);
      grid(recovery, y, end);
      for (CellFigures cell : panel) {
        int middle = y + ROW / 2;
        svg.lines("", 16, middle, label(cell, shared, panel));
        row(cell, LABELS, middle, cell.outage(), FaultResult::outage);
        row(cell, recovery, middle, cell.recovery(), FaultResult::recovery);
        for (PublishedFigure figure : published(cell)) {
          svg.diamond(recovery + values.at(figure.value()), middle);
        }
        y += ROW;
      }
    }
    axis(LABELS, TOP + body);
    axis(recovery, TOP + body);
    legend(y + 42);
    return new Chart("recoveries", "Outage and recovery time", TOP + body + FOOT, svg.toString());
  }

  /** By scenario as they come, then by profile. */
  private Map<Panel, List<CellFigures>> panels() {
    List<String> scenarios = cells.stream().map(cell -> cell.cell().scenario()).distinct().toList();
    return StudyPicture.grouped(
        cells.stream()
            .sorted(
                Comparator.comparingInt(
                        (CellFigures cell) -> scenarios.indexOf(cell.cell().scenario()))
                    .thenComparingInt(cell -> Panel.of(cell).place())),
        Panel::of);
  }

  private static String engine(CellFigures cell) {
    return Cell.engineName(cell.cell().engine());
  }

  /** {@code TaskManager killed: Flink, stock}, what all rows share behind it. */
  private static String headed(String scenario, List<String> shared) {
    String heading = ComparisonWords.heading(scenario);
    return CellLabels.shortened(
        shared.isEmpty() ? heading : heading + ": " + String.join(", ", shared), Chart.WIDTH - 16);
  }

  /**
   * The load, the processor, and how many runs stand behind a row. What is not known, and a load
   * that differs between rows, is not told.
   */
  private static String conditions(List<CellFigures> panel) {
    List<String> words = new ArrayList<>();
    List<String> rates = told(panel, RunRef::rate);
    if (rates.size() == 1) {
      words.add(rates.get(0).replace("/s", " records/s"));
    }
    List<String> processors = told(panel, RunRef::processor);
    if (!processors.isEmpty()) {
      words.add(String.join(" or ", processors));
    }
    if (sameNumber(panel)) {
      words.add(
          Words.plural(panel.get(0).runs().size(), "run") + (panel.size() > 1 ? " each" : ""));
    }
    return String.join(" · ", words);
  }

  private static List<String> told(List<CellFigures> panel, Function<RunRef, String> what) {
    return panel.stream()
        .flatMap(cell -> cell.runs().stream())
        .map(what)
        .filter(words -> !words.isEmpty())
        .distinct()
        .toList();
  }

  private static boolean sameNumber(List<CellFigures> panel) {
    return panel.stream().map(cell -> cell.runs().size()).distinct().count() == 1;
  }

  /** A row's name, and how many runs it has where that differs between rows. */
  private static List<String> label(
      CellFigures cell, List<String> shared, List<CellFigures> panel) {
    String label = CellLabels.without(shared, cell);
    return CellLabels.wrapped(
        sameNumber(panel) ? label : label + ", " + Words.plural(cell.runs().size(), "run"),
        LABELS - 32);
  }

  private void legend(int y) {
    svg.label(
        "soft",
        8,
        y,
        "Dot: one fault, with what it is known to lie between; ring: it was shorter; triangle: it"
            + " was longer. One logarithmic axis.");
    svg.label(
        "soft",
        8,
        y + 18,
        "Upright lines: the mean over runs lies between them. Bar: its 95 % interval; arrowhead: it"
            + " goes on."
            + (cells.stream().allMatch(cell -> published(cell).isEmpty())
                ? ""
                : " Diamond: published, of other machines."));
  }

  private void grid(int left, int from, int to) {
    for (double mark : values.marks(FaultFigure.RECOVERY)) {
      svg.path("grid", "M%.1f %dV%d", left + values.at(mark), from, to);
    }
  }

  private void axis(int left, int y) {
    for (double mark : values.marks(FaultFigure.RECOVERY)) {
      svg.middle(
          "soft", left + values.at(mark), y + 16, AxisScale.said(FaultFigure.RECOVERY, mark));
    }
  }

  private void row(
      CellFigures cell,
      int left,
      int y,
      @Nullable Estimate estimate,
      Function<FaultResult, Span> kind) {
    String colour = Svg.colour(colours[engines.indexOf(engine(cell))]);
    if (estimate != null) {
      BoundedValue interval = estimate.interval();
      if (interval != null) {
        double to = left + values.at(interval.high());
        svg.path(colour + " interval", "M%.1f %dH%.1f", left + values.at(interval.low()), y, to);
        ends(colour, left, y, interval);
      }
      figure(colour, left, y, estimate.value());
    }
    int runs = cell.runs().size();
    for (int r = 0; r < runs; r++) {
      RunRef run = cell.runs().get(r);
      double at = runs == 1 ? y : y - 9 + 18.0 * r / (runs - 1);
      for (FaultResult fault : run.faults()) {
        if (fault.impact() == Impact.HIT) {
          point(colour, left, at, kind.apply(fault));
        }
      }
    }
  }

  /** A figure that is only known to be less or more is no upright line on its other side. */
  private void figure(String colour, int left, int y, BoundedValue value) {
    double low = left + values.at(value.low());
    double high = left + values.at(value.high());
    if (value.low() > 0) {
      upright(colour, low, y);
    }
    if (value.bounded() && !value.exact()) {
      upright(colour, high, y);
    }
  }

  private void ends(String colour, int left, int y, BoundedValue interval) {
    if (values.isAbove(interval.high())) {
      svg.arrow(colour, left + PANEL + 8, y, true);
    }
    if (values.isBelow(interval.low())) {
      svg.arrow(colour, left - 8, y, false);
    }
  }

  private void upright(String colour, double x, int y) {
    svg.path(colour + " figure", "M%.1f %dV%d", x, y - 11, y + 11);
  }

  private void point(String colour, int left, double y, Span span) {
    switch (span.state()) {
      case ENDED -> ended(colour, left, y, span);
      case NO_DIP -> svg.circle(colour + " open", left + values.at(span.highOrInfinite()), y, 2.2);
      case UNENDED ->
          svg.path(
              colour,
              "M%.1f %.1fl6 3l-6 3z",
              left + values.at((double) span.lowMillis()) - 2,
              y - 3);
      case UNKNOWN -> {
        // Nothing is known of it, so there is no place for it.
      }
    }
  }

  /** One that may have been as short as nothing is known by its upper bound alone. */
  private void ended(String colour, int left, double y, Span span) {
    double from = left + values.at((double) span.lowMillis());
    double to = left + values.at(span.highOrInfinite());
    if (to - from > 4) {
      svg.path(colour + " bounds", "M%.1f %.1fH%.1f", from, y, to);
    }
    if (values.isBelow((double) span.lowMillis())) {
      svg.circle(colour + " open", to, y, 2.2);
    } else {
      svg.circle(colour, left + values.at((double) span.millis()), y, 2.2);
    }
  }
}
