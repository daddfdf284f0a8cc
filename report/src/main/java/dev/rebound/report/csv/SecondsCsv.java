package dev.rebound.report.csv;

import dev.rebound.analysis.request.RequestFigures;
import dev.rebound.analysis.request.RequestSecond;
import dev.rebound.analysis.request.RequestSpan;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.analysis.timeline.Timeline.Percentiles;
import dev.rebound.analysis.timeline.Timeline.Second;
import dev.rebound.analysis.timeline.Timeline.WindowLatency;
import dev.rebound.analysis.timeline.Timeline.WindowSecond;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A run second by second, as the audit found it, as CSV: see docs/results.md. A percentile that
 * falls among outputs or windows that never came is {@code inf}.
 */
public final class SecondsCsv {
  private static final long SECOND = 1_000_000;

  private SecondsCsv() {}

  /** Outputs and their latency. */
  public static void delivery(Path file, Timeline timeline) throws IOException {
    CsvTable<Second> table =
        new CsvTable<Second>()
            .time(Second::atMicros)
            .column("due_outputs", Second::due)
            .column("distinct_outputs", Second::distinct)
            .column("undelivered_outputs", Second::undelivered)
            .number("frontier_age_milliseconds", Second::frontierAgeMillis);
    percentiles(table, "append", Second::append);
    percentiles(table, "visible", Second::visible);
    percentiles(table, "append_by_intended", Second::appendByIntended);
    percentiles(table, "visible_by_intended", Second::visibleByIntended);
    table.write(file, timeline.seconds());
  }

  private static void percentiles(
      CsvTable<Second> table, String kind, Function<Second, @Nullable Percentiles> which) {
    Map<String, ToDoubleFunction<Percentiles>> figures = new LinkedHashMap<>();
    figures.put("count_outputs", Percentiles::count);
    figures.put("p50_milliseconds", Percentiles::p50);
    figures.put("p75_milliseconds", Percentiles::p75);
    figures.put("p90_milliseconds", Percentiles::p90);
    figures.put("p95_milliseconds", Percentiles::p95);
    figures.put("p99_milliseconds", Percentiles::p99);
    figures.put("max_milliseconds", Percentiles::max);
    figures(table, kind, which, figures);
  }

  private static <R, F> void figures(
      CsvTable<R> table,
      String of,
      Function<R, @Nullable F> which,
      Map<String, ToDoubleFunction<F>> figures) {
    figures.forEach(
        (name, figure) ->
            table.column(
                of + "_" + name,
                row -> {
                  F all = which.apply(row);
                  return all == null ? "" : CsvFile.orInfinite(figure.applyAsDouble(all));
                }));
  }

  /** The windows. */
  public static void windows(Path file, Timeline timeline) throws IOException {
    CsvTable<WindowSecond> table =
        new CsvTable<WindowSecond>()
            .time(WindowSecond::atMicros)
            .column("due_windows", second -> second.newest().count());
    Map<String, ToDoubleFunction<WindowLatency>> figures = new LinkedHashMap<>();
    figures.put("mean_milliseconds", WindowLatency::mean);
    figures.put("p50_milliseconds", WindowLatency::p50);
    figures.put("p75_milliseconds", WindowLatency::p75);
    figures.put("p90_milliseconds", WindowLatency::p90);
    figures.put("p95_milliseconds", WindowLatency::p95);
    figures.put("p99_milliseconds", WindowLatency::p99);
    figures.put("max_milliseconds", WindowLatency::max);
    figures(table, "newest", WindowSecond::newest, figures);
    figures(table, "oldest", WindowSecond::oldest, figures);
    table.write(file, timeline.windows());
  }

  /** The outcomes of the requests meant for each second. */
  public static void availability(Path file, RequestFigures requests) throws IOException {
    new CsvTable<RequestSecond>()
        .time(RequestSecond::atMicros)
        .column("second", s -> (s.atMicros() - requests.seconds().get(0).atMicros()) / SECOND)
        .column("phase", s -> phase(s.atMicros() + SECOND / 2, requests.phases()))
        .column("intended_requests", RequestSecond::intended)
        .column("accepted_requests", RequestSecond::accepted)
        .column("refused_requests", RequestSecond::refused)
        .column("unknown_requests", RequestSecond::unknown)
        .column("not_sent_requests", RequestSecond::notSent)
        .column("failed_requests", s -> s.refused() + s.unknown() + s.notSent())
        .number("availability_share", RequestSecond::availability)
        .write(file, requests.seconds());
  }

  /** The phase in which most of a second lies; empty if in none that is under load. */
  private static String phase(long micros, List<RequestSpan> phases) {
    return phases.stream()
        .filter(phase -> micros >= phase.startMicros() && micros < phase.endMicros())
        .map(RequestSpan::name)
        .findFirst()
        .orElse("");
  }
}
