package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.Axis;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.Overhead;
import dev.rebound.analysis.compare.Comparison.Point;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.Comparison.StepFigure;
import dev.rebound.analysis.compare.Scaling;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.run.CurveBand;
import dev.rebound.analysis.compare.statistics.BoundedValue;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Metrics.Better;
import dev.rebound.analysis.result.Metrics.Metric;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.units.Words;
import dev.rebound.campaign.archive.StudyArchive;
import dev.rebound.report.page.Glossary;
import dev.rebound.report.page.HtmlReport;
import dev.rebound.report.page.JsonFields;
import dev.rebound.report.page.ReportSeries;
import dev.rebound.report.picture.Chart;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The data of a study report as JSON: words and formatted figures for tables, columns of numbers
 * for what a page says of a moment. A text is shown as text; the page writes no markup from it.
 */
final class StudyData {
  private final Comparison comparison;
  private final Path folder;

  /**
   * @param folder where the page will lie; links are relative to it
   */
  StudyData(Comparison comparison, Path folder) {
    this.comparison = comparison;
    this.folder = folder;
  }

  /** The JSON object. */
  String json() {
    return JsonFields.text(fields());
  }

  private Map<String, Object> fields() {
    Map<String, Object> fields =
        JsonFields.of(
            "title", comparison.title(),
            "question", comparison.question(),
            "source", comparison.source(),
            "machines", comparison.machines(),
            "conditions", comparison.conditions(),
            "found", ComparisonWords.found(comparison));
    if (!comparison.differences().isEmpty()) {
      fields.putAll(
          JsonFields.of(
              "pairing", ComparisonWords.pairing(comparison),
              "notShown", all(ComparisonWords.notShown(comparison), StudyData::row),
              "together", ComparisonWords.toldTogether(comparison),
              "price", ComparisonWords.PRICE));
    }
    List<CellFigures> steady = SteadyWords.cells(comparison.cells());
    fields.putAll(
        JsonFields.of(
            "claims", comparison.claims(),
            "leftOut", comparison.leftOut(),
            "curves", all(List.of(Curve.values()), StudyData::curve),
            "cells", all(comparison.cells(), this::cell),
            "glossary", Glossary.terms(),
            "steady", steady.isEmpty() ? null : steady(steady),
            "axes", all(comparison.axes(), StudyData::axis),
            "scalings", all(comparison.scalings(), StudyData::scaling),
            "trades", all(comparison.tradeOffs(), StudyTrades::data)));
    for (String section : List.of("steady", "axes", "scalings", "trades")) {
      if (fields.get(section) == null || List.of().equals(fields.get(section))) {
        fields.remove(section);
      }
    }
    return fields;
  }

  private static <T> List<Map<String, Object>> all(
      List<T> all, Function<T, Map<String, Object>> data) {
    return all.stream().map(data).toList();
  }

  private static Map<String, Object> row(Difference difference) {
    return JsonFields.of(
        "between", difference.between(),
        "seen", difference.seen(),
        "price", ComparisonWords.price(difference),
        "hours", ComparisonWords.hours(difference));
  }

  /** The table of cells without faults. */
  private static Map<String, Object> steady(List<CellFigures> cells) {
    List<Column<CellFigures>> columns = SteadyWords.columns(cells);
    return JsonFields.of(
        "columns", columns.stream().map(Column::name).toList(),
        "rows",
            all(
                cells,
                cell ->
                    JsonFields.of(
                        "heading", ComparisonWords.heading(cell.cell().scenario()),
                        "label", cell.label(),
                        "figures", words(columns, cell))));
  }

  private static <R> List<String> words(List<Column<R>> columns, R row) {
    return columns.stream().map(column -> column.words().apply(row)).toList();
  }

  private static Map<String, Object> curve(Curve curve) {
    return JsonFields.of(
        "id", curve.id(),
        "title", curve.title(),
        "unit", curve.unit(),
        "meaning", curve.meaning());
  }

  /** A metric over a number, whose picture is made already. */
  private static Map<String, Object> axis(Axis axis) {
    return JsonFields.of(
        "picture", Chart.plain(AxisPicture.name(axis)),
        "title", ComparisonWords.heading(axis),
        "unit", unit(axis.metric()),
        "better", better(axis.metric()),
        "share", axis.ofLoad(),
        "lines",
            all(
                axis.lines(),
                line ->
                    JsonFields.of(
                        "label", line.label(),
                        "points", all(line.points(), point -> point(axis, point)),
                        "predicted", all(line.predicted(), point -> point(axis, point)))));
  }

  private static Map<String, Object> point(Axis axis, Point point) {
    return JsonFields.of(
        "at", point.at(),
        "name", point.text(),
        "text", ComparisonWords.figure(axis.metric(), point.figure()));
  }

  /** How rates grow with a number; each scenario has a picture. */
  private static Map<String, Object> scaling(Scaling scaling) {
    List<Column<ScalingWords.Step>> columns = ScalingWords.columns(scaling);
    return JsonFields.of(
        "title", ScalingWords.heading(scaling),
        "about", ScalingWords.ABOUT,
        "columns", columns.stream().map(Column::name).toList(),
        "model", ScalingWords.isFitted(scaling) ? ScalingWords.MODEL : "",
        "said", ScalingWords.said(scaling),
        "rows",
            all(
                ScalingWords.steps(scaling),
                step ->
                    JsonFields.of(
                        "picture", picture(scaling, step.line()),
                        "scenario", ComparisonWords.heading(step.line().scenario()),
                        "label", step.least() ? step.line().label() : "",
                        "words", words(columns, step))));
  }

  private static String picture(Scaling scaling, Scaling.ScalingLine line) {
    return Chart.plain(ScalingPicture.name(scaling, line.scenario()));
  }

  /** The base unit of a metric in words. */
  static String unit(String metric) {
    return Metrics.find(metric).map(found -> found.unit().text()).orElse("");
  }

  /** Which of two values is the better one, in words; empty if neither. */
  static String better(String metric) {
    return switch (Metrics.find(metric).map(Metric::better).orElse(Better.NEITHER)) {
      case LOWER -> "lower is better";
      case HIGHER -> "higher is better";
      case NEITHER -> "";
    };
  }

  private Map<String, Object> cell(CellFigures figures) {
    Cell cell = figures.cell();
    long floor = figures.outageFloorMillis();
    Map<String, Object> map =
        JsonFields.of(
            "scenario", cell.scenario(),
            "heading", ComparisonWords.heading(cell.scenario()),
            "engine", cell.engine(),
            "engineName", Cell.engineName(cell.engine()),
            "version", cell.version(),
            "profile", cell.profile(),
            "guarantee", cell.guarantee(),
            "variant", cell.variant(),
            "label", figures.label(),
            "runs",
                IntStream.range(0, figures.runs().size())
                    .mapToObj(i -> run(figures.runs().get(i), ComparisonWords.again(figures, i)))
                    .toList(),
            "controls", all(figures.controls(), run -> run(run, ComparisonWords.again(run))),
            "faults", figures.faults(),
            "kinds",
                figures.runs().stream()
                    .flatMap(run -> run.faults().stream())
                    .map(FaultResult::kind)
                    .distinct()
                    .toList(),
            "leftOut", figures.leftOut(),
            "doubts", figures.doubts(),
            "shown", ComparisonWords.shown(figures),
            "outage", estimate(figures.outage()),
            "recovery", estimate(figures.recovery()),
            "predicted", estimate(figures.predicted()),
            "unended", ComparisonWords.unended(figures, "", ""),
            "resolution", floor > 0 ? Words.duration(floor) : "",
            "load", ComparisonWords.load(figures),
            "steps", all(figures.steps(), step -> step(step, figures.faults())),
            "promised", SteadyWords.guarantee(figures),
            "expected", Words.count(figures.expected()),
            "findings",
                keyed(
                    figures.findings(),
                    found -> found.kind().toString(),
                    found -> ComparisonWords.finding(figures, found.kind())),
            "cost", ComparisonWords.spread(figures.costSeconds(), Words::count),
            "overhead", all(figures.overhead(), StudyData::overhead),
            "published", all(figures.published(), StudyData::published),
            "bands",
                keyed(
                    figures.bands().entrySet(), one -> one.getKey().id(), o -> band(o.getValue())),
            "absent",
                keyed(figures.absent().entrySet(), one -> one.getKey().id(), Map.Entry::getValue),
            "card", MedianCard.of(figures, folder));
    if (figures.requests() != null) {
      map.put("requests", RequestWords.data(figures, figures.requests()));
    }
    return map;
  }

  private Map<String, Object> run(RunRef run, String again) {
    Path report = run.folder().resolve(HtmlReport.FILE);
    boolean archived = StudyArchive.holds(run.folder());
    Map<String, Object> map =
        JsonFields.of(
            "id", run.runId(),
            "href", archived ? "" : ComparisonFiles.relative(folder, report),
            "repetition", run.repetition(),
            "verdict", run.verdict(),
            "faults", run.faults().size(),
            "scale", run.scale() == 1 ? "" : Words.share(run.scale()));
    if (!again.isEmpty()) {
      map.put("again", again);
    }
    return map;
  }

  private static @Nullable Map<String, Object> estimate(@Nullable Estimate estimate) {
    return estimate == null
        ? null
        : JsonFields.of(
            "millis", drawn(estimate.value()),
            "open", !estimate.value().bounded(),
            "text", ComparisonWords.millis(estimate),
            "interval", ComparisonWords.interval(estimate),
            "note", estimate.note());
  }

  /** A bar ends where the value surely does, or where watching did. */
  private static double drawn(BoundedValue value) {
    return value.bounded() ? value.high() : value.low();
  }

  private static Map<String, Object> step(StepFigure step, int faults) {
    return JsonFields.of(
        "step", step.step(),
        "max", drawn(step.median()),
        "open", !step.median().bounded(),
        "text", ComparisonWords.millis(step.median()),
        "range", ComparisonWords.range(step),
        "known", step.known() == faults ? "" : step.known() + " of " + faults);
  }

  private static <T> Map<String, Object> keyed(
      Collection<T> all, Function<T, String> key, Function<T, Object> value) {
    Map<String, Object> keyed = new LinkedHashMap<>();
    all.forEach(one -> keyed.put(key.apply(one), value.apply(one)));
    return keyed;
  }

  private static Map<String, Object> overhead(Overhead overhead) {
    String name = overhead.metric();
    DoubleFunction<String> words = value -> ComparisonWords.metric(name, value);
    return JsonFields.of(
        "metric", name,
        "runs", ComparisonWords.spread(overhead.runs(), words),
        "controls", ComparisonWords.spread(overhead.controls(), words));
  }

  private static Map<String, Object> published(PublishedFigure figure) {
    return JsonFields.of(
        "metric", figure.metric(),
        "text", ComparisonWords.published(figure),
        "statistic", figure.statistic(),
        "where", figure.where());
  }

  private static Map<String, Object> band(CurveBand band) {
    return JsonFields.of(
        "from", band.fromSecond(),
        "faults", band.faults(),
        "median", shortened(band.median()),
        "least", shortened(band.least()),
        "greatest", shortened(band.greatest()));
  }

  private static List<@Nullable BigDecimal> shortened(List<Double> values) {
    return values.stream().<@Nullable BigDecimal>map(ReportSeries::shortened).toList();
  }
}
