package dev.rebound.report.study;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rebound.analysis.compare.Comparison;
import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.Difference;
import dev.rebound.analysis.compare.Comparison.Overhead;
import dev.rebound.analysis.compare.Comparison.PublishedFigure;
import dev.rebound.analysis.compare.Comparison.RunRef;
import dev.rebound.analysis.compare.Comparison.StepFigure;
import dev.rebound.analysis.compare.cell.Cell;
import dev.rebound.analysis.compare.run.Band;
import dev.rebound.analysis.compare.run.Curve;
import dev.rebound.analysis.compare.statistics.Estimate;
import dev.rebound.analysis.compare.statistics.Value;
import dev.rebound.analysis.result.Results.FaultResult;
import dev.rebound.analysis.units.Words;
import dev.rebound.campaign.archive.StudyArchive;
import dev.rebound.report.Glossary;
import dev.rebound.report.HtmlReport;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The data of a study report as JSON: words and formatted figures for tables, columns of numbers
 * for charts. A text is shown as text; the page writes no markup from it.
 */
final class StudyData {
  private static final MathContext DIGITS = new MathContext(5);

  private final Comparison comparison;
  private final Path folder;

  /**
   * @param folder where the page will lie; links are relative to it
   */
  StudyData(Comparison comparison, Path folder) {
    this.comparison = comparison;
    this.folder = folder;
  }

  /** Writes the JSON object; the writer stays open. */
  void write(Writer writer) throws IOException {
    try (JsonGenerator json =
        new ObjectMapper()
            .getFactory()
            .createGenerator(writer)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
      json.writeStartObject();
      json.writeStringField("title", comparison.title());
      json.writeStringField("question", comparison.question());
      json.writeStringField("source", comparison.source());
      json.writePOJOField("machines", comparison.machines());
      json.writePOJOField("conditions", comparison.conditions());
      json.writePOJOField("found", ComparisonWords.found(comparison));
      if (!comparison.differences().isEmpty()) {
        json.writeStringField("pairing", ComparisonWords.pairing(comparison));
        json.writePOJOField(
            "notShown", ComparisonWords.notShown(comparison).stream().map(StudyData::row).toList());
        json.writePOJOField("together", ComparisonWords.toldTogether(comparison));
        json.writeStringField("price", ComparisonWords.PRICE);
      }
      json.writePOJOField("claims", comparison.claims());
      json.writePOJOField("leftOut", comparison.leftOut());
      json.writePOJOField("curves", curves());
      json.writePOJOField("cells", comparison.cells().stream().map(this::cell).toList());
      json.writePOJOField("glossary", Glossary.terms());
      List<CellFigures> steady = SteadyWords.cells(comparison.cells());
      if (!steady.isEmpty()) {
        json.writePOJOField("steady", steady(steady));
      }
      if (!comparison.axes().isEmpty()) {
        json.writePOJOField("axes", comparison.axes().stream().map(StudyAxes::data).toList());
      }
      if (!comparison.scalings().isEmpty()) {
        json.writePOJOField(
            "scalings", comparison.scalings().stream().map(StudyScalings::data).toList());
      }
      if (!comparison.tradeOffs().isEmpty()) {
        json.writePOJOField(
            "trades", comparison.tradeOffs().stream().map(StudyTrades::data).toList());
      }
      json.writeEndObject();
    }
  }

  private static Map<String, String> row(Difference difference) {
    return ordered(
        "between", difference.between(),
        "seen", difference.seen(),
        "price", ComparisonWords.price(difference),
        "hours", ComparisonWords.hours(difference));
  }

  /** The table of cells without faults. */
  private static Map<String, Object> steady(List<CellFigures> cells) {
    List<SteadyWords.Column> columns = SteadyWords.columns(cells);
    List<Object> rows = new ArrayList<>();
    for (CellFigures cell : cells) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("heading", ComparisonWords.heading(cell.cell().scenario()));
      row.put("label", cell.label());
      row.put("figures", columns.stream().map(column -> column.words().apply(cell)).toList());
      rows.add(row);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("columns", columns.stream().map(SteadyWords.Column::name).toList());
    map.put("rows", rows);
    return map;
  }

  private static List<Map<String, String>> curves() {
    List<Map<String, String>> curves = new ArrayList<>();
    for (Curve curve : Curve.values()) {
      curves.add(
          ordered(
              "id", curve.id(),
              "title", curve.title(),
              "unit", curve.unit(),
              "meaning", curve.meaning()));
    }
    return curves;
  }

  private Map<String, Object> cell(CellFigures figures) {
    Cell cell = figures.cell();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("scenario", cell.scenario());
    map.put("heading", ComparisonWords.heading(cell.scenario()));
    map.put("engine", cell.engine());
    map.put("engineName", Cell.engineName(cell.engine()));
    map.put("version", cell.version());
    map.put("profile", cell.profile());
    map.put("guarantee", cell.guarantee());
    map.put("variant", cell.variant());
    map.put("label", figures.label());
    map.put(
        "runs",
        IntStream.range(0, figures.runs().size())
            .mapToObj(i -> run(figures.runs().get(i), ComparisonWords.again(figures, i)))
            .toList());
    map.put(
        "controls",
        figures.controls().stream().map(run -> run(run, ComparisonWords.again(run))).toList());
    map.put("faults", figures.faults());
    map.put(
        "kinds",
        figures.runs().stream()
            .flatMap(run -> run.faults().stream())
            .map(FaultResult::kind)
            .distinct()
            .toList());
    map.put("leftOut", figures.leftOut());
    map.put("doubts", figures.doubts());
    map.put(
        "shown",
        figures.shown().stream()
            .map(shown -> shown.metric() + " " + shown.bound() + " is " + shown.words())
            .toList());
    map.put("outage", estimate(figures.outage()));
    map.put("recovery", estimate(figures.recovery()));
    map.put("predicted", estimate(figures.predicted()));
    map.put("unended", ComparisonWords.unended(figures, "", ""));
    map.put(
        "resolution",
        figures.outageFloorMillis() > 0
            ? Words.duration((double) figures.outageFloorMillis())
            : "");
    map.put("load", ComparisonWords.load(figures));
    map.put("steps", figures.steps().stream().map(step -> step(step, figures.faults())).toList());
    map.put("promised", SteadyWords.guarantee(figures));
    map.put("expected", Words.count((double) figures.expected()));
    map.put("findings", findings(figures));
    map.put("cost", ComparisonWords.spread(figures.costSeconds(), Words::count));
    map.put("overhead", figures.overhead().stream().map(StudyData::overhead).toList());
    map.put("published", figures.published().stream().map(StudyData::published).toList());
    map.put("bands", bands(figures));
    map.put("absent", absent(figures));
    map.put("card", MedianCard.of(figures, folder));
    if (figures.requests() != null) {
      map.put("requests", RequestWords.data(figures, figures.requests()));
    }
    return map;
  }

  private Map<String, Object> run(RunRef run, String again) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", run.runId());
    Path report = run.folder().resolve(HtmlReport.FILE);
    map.put(
        "href", StudyArchive.holds(run.folder()) ? "" : ComparisonFiles.relative(folder, report));
    map.put("repetition", run.repetition());
    map.put("verdict", run.verdict());
    map.put("faults", run.faults().size());
    map.put("scale", run.scale() == 1 ? "" : Words.share(run.scale()));
    if (!again.isEmpty()) {
      map.put("again", again);
    }
    return map;
  }

  private static @Nullable Map<String, Object> estimate(@Nullable Estimate estimate) {
    if (estimate == null) {
      return null;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("millis", drawn(estimate.value()));
    map.put("open", !estimate.value().bounded());
    map.put("text", ComparisonWords.millis(estimate));
    map.put("interval", ComparisonWords.interval(estimate));
    map.put("note", estimate.note());
    return map;
  }

  /** A bar ends where the value surely does, or where watching did. */
  private static double drawn(Value value) {
    return value.bounded() ? value.high() : value.low();
  }

  private static Map<String, Object> step(StepFigure step, int faults) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("step", step.step());
    map.put("max", drawn(step.median()));
    map.put("open", !step.median().bounded());
    map.put("text", ComparisonWords.millis(step.median()));
    map.put("range", ComparisonWords.range(step));
    map.put("known", step.known() == faults ? "" : step.known() + " of " + faults);
    return map;
  }

  private static Map<String, String> findings(CellFigures figures) {
    Map<String, String> findings = new LinkedHashMap<>();
    figures
        .findings()
        .forEach(
            f -> findings.put(f.kind().toString(), ComparisonWords.finding(figures, f.kind())));
    return findings;
  }

  private static Map<String, String> overhead(Overhead overhead) {
    String name = overhead.metric();
    return ordered(
        "metric", name,
        "runs", ComparisonWords.spread(overhead.runs(), v -> ComparisonWords.metric(name, v)),
        "controls",
            ComparisonWords.spread(overhead.controls(), v -> ComparisonWords.metric(name, v)));
  }

  private static Map<String, String> published(PublishedFigure figure) {
    return ordered(
        "metric", figure.metric(),
        "text", ComparisonWords.published(figure),
        "statistic", figure.statistic(),
        "where", figure.where());
  }

  private static Map<String, Object> bands(CellFigures figures) {
    Map<String, Object> bands = new LinkedHashMap<>();
    for (Map.Entry<Curve, Band> entry : figures.bands().entrySet()) {
      Band band = entry.getValue();
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("from", band.fromSecond());
      map.put("faults", band.faults());
      map.put("median", shortened(band.median()));
      map.put("least", shortened(band.least()));
      map.put("greatest", shortened(band.greatest()));
      bands.put(entry.getKey().id(), map);
    }
    return bands;
  }

  /** Keys and values in turn, in that order: the same page every time. */
  private static Map<String, String> ordered(String... keysAndValues) {
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(keysAndValues[i], keysAndValues[i + 1]);
    }
    return map;
  }

  private static Map<String, String> absent(CellFigures figures) {
    Map<String, String> absent = new LinkedHashMap<>();
    figures.absent().forEach((curve, reason) -> absent.put(curve.id(), reason));
    return absent;
  }

  /** Five digits are more than a chart can show; null where there was no value. */
  private static List<@Nullable BigDecimal> shortened(List<Double> values) {
    List<@Nullable BigDecimal> shortened = new ArrayList<>();
    for (double value : values) {
      if (Double.isNaN(value)) {
        shortened.add(null);
      } else {
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        shortened.add(rounded.scale() < 0 ? rounded.setScale(0) : rounded);
      }
    }
    return shortened;
  }
}
