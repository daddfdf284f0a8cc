package dev.rebound.report.study;

import dev.rebound.analysis.compare.Comparison.CellFigures;
import dev.rebound.analysis.compare.Comparison.CellRequests;
import dev.rebound.report.picture.Chart;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The fates of requests, as bars: the share that failed in each cell of a scenario, or the accepted
 * ones a second where none failed, with its 95 % interval. Pure.
 */
final class RequestPicture {
  private static final Pattern NONE_LOST = Pattern.compile("0 of [0-9,]+( in [0-9,]+ faults?)?");

  private RequestPicture() {}

  /** A chart for each scenario that sent requests. */
  static List<Chart> of(List<CellFigures> cells) {
    return BarPicture.charts(
        StudyPicture.grouped(
            cells.stream().filter(cell -> cell.requests() != null), cell -> cell.cell().scenario()),
        RequestPicture::group);
  }

  private static BarPicture.Group group(String scenario, List<CellFigures> cells) {
    boolean failed =
        cells.stream()
            .flatMap(cell -> Stream.ofNullable(requests(cell).figure(RequestWords.FAILED)))
            .anyMatch(figure -> figure.value().high() > 0);
    String metric = failed ? RequestWords.FAILED : RequestWords.ACCEPTED;
    return new BarPicture.Group(
        "requests-" + scenario,
        ComparisonWords.heading(scenario)
            + (failed ? ": requests that failed" : ": accepted requests a second"),
        metric,
        cells.stream().map(cell -> bar(cell, metric)).toList(),
        failed ? "Bar: the share of all requests." : "Bar: the mean rate.");
  }

  private static CellRequests requests(CellFigures cell) {
    return Objects.requireNonNull(cell.requests());
  }

  private static BarPicture.Bar bar(CellFigures cell, String metric) {
    CellRequests requests = requests(cell);
    String lost = requests.lost();
    return new BarPicture.Bar(
        cell,
        requests.figure(metric),
        RequestWords.withPublished(cell, metric, ", "),
        NONE_LOST.matcher(lost).matches() ? "" : "lost " + lost);
  }
}
