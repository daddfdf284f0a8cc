package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.base.ReboundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The figures of a run's requests, by their logs.
 *
 * @param all over the whole load: from the first request that was intended until the last one was
 *     intended or sent
 * @param phases of each phase that was asked for, in order
 * @param seconds consecutive from the first intended time, none left out; empty without requests
 */
public record RequestFigures(
    RequestSpan all, List<RequestSpan> phases, List<RequestSecond> seconds) {
  /** Name of the span of everything. */
  public static final String ALL = "all";

  private static final long SECOND = 1_000_000;

  /** Longer than any load; times that are further apart are no times. */
  private static final int SECONDS_MAX = 30 * 24 * 3600;

  /**
   * The figures by the logs of all load processes of a run; throws {@link IOException} naming a bad
   * one.
   */
  public static RequestFigures read(List<Path> files, List<PhaseTimes> phases) throws IOException {
    try (RequestLogs logs = RequestLogs.open(files)) {
      return of(logs, phases);
    }
  }

  /** The figures by the logs of all load processes of a run, which are open. */
  static RequestFigures of(RequestLogs logs, List<PhaseTimes> phases) {
    Extent extent = Extent.of(logs);
    List<SpanCount> spans = new ArrayList<>();
    spans.add(new SpanCount(ALL, extent.startMicros, extent.loadEndMicros));
    for (PhaseTimes phase : phases) {
      spans.add(new SpanCount(phase.phase(), phase.startMicros(), phase.endMicros()));
    }
    SecondRows seconds = new SecondRows(extent.startMicros, extent.seconds());
    logs.inOrder(
        request -> {
          spans.forEach(span -> span.take(request));
          seconds.take(request);
        });
    return new RequestFigures(
        spans.get(0).span(), spans.stream().skip(1).map(SpanCount::span).toList(), seconds.rows());
  }

  /**
   * From the first intended time until just after the last time of anything.
   *
   * @param loadEndMicros just after the last request was intended or sent: how long the last
   *     answers took makes no load longer
   */
  private record Extent(long startMicros, long loadEndMicros, long endMicros) {
    static Extent of(RequestLogs logs) {
      long[] ends = {Long.MAX_VALUE, 0, 0};
      logs.inOrder(
          request -> {
            ends[0] = Math.min(ends[0], request.intendedMicros());
            ends[1] = Math.max(ends[1], Math.max(request.intendedMicros(), request.sentMicros()));
            ends[2] = Math.max(ends[2], Math.max(ends[1], request.knownMicros()));
          });
      long start = ends[0];
      long end = ends[2];
      if (start > end) {
        return new Extent(0, 0, 0);
      }
      if ((end - start) / SECOND >= SECONDS_MAX) {
        throw ReboundException.badInput(
            "the request logs say that requests are %s days apart"
                .formatted((end - start) / SECOND / 86_400),
            "Restore the run's folder from where it was copied, or run the experiment again.");
      }
      return new Extent(start, ends[1] + 1, end + 1);
    }

    int seconds() {
      return (int) ((endMicros - startMicros + SECOND - 1) / SECOND);
    }
  }
}
