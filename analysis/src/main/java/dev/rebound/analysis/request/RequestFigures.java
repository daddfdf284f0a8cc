package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.Request;
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
      return of(logs.each(), phases);
    }
  }

  /** The figures by the logs of all load processes of a run, which are open. */
  static RequestFigures of(List<RequestLog> logs, List<PhaseTimes> phases) {
    Extent extent = Extent.of(logs);
    List<SpanCount> spans = new ArrayList<>();
    spans.add(new SpanCount(ALL, extent.startMicros, extent.loadEndMicros));
    for (PhaseTimes phase : phases) {
      spans.add(new SpanCount(phase.phase(), phase.startMicros(), phase.endMicros()));
    }
    SecondRows seconds = new SecondRows(extent.startMicros, extent.seconds());
    List<RequestLogs.Cursor> cursors = logs.stream().map(RequestLogs.Cursor::new).toList();
    for (int second = 1; second <= extent.seconds(); second++) {
      long until = extent.startMicros + second * SECOND;
      for (RequestLogs.Cursor cursor : cursors) {
        while (cursor.intendedMicros() < until) {
          for (SpanCount span : spans) {
            span.take(cursor.request());
          }
          seconds.take(cursor.request());
          cursor.next();
        }
      }
      seconds.endSecond();
    }
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
    static Extent of(List<RequestLog> logs) {
      long start = Long.MAX_VALUE;
      long loadEnd = 0;
      long end = 0;
      for (RequestLog log : logs) {
        for (RequestLogs.Cursor cursor = new RequestLogs.Cursor(log); cursor.atRequest(); ) {
          Request request = cursor.request();
          start = Math.min(start, request.intendedMicros());
          loadEnd = Math.max(loadEnd, Math.max(request.intendedMicros(), request.sentMicros()));
          end = Math.max(end, Math.max(loadEnd, request.knownMicros()));
          cursor.next();
        }
      }
      if (start > end) {
        return new Extent(0, 0, 0);
      }
      if ((end - start) / SECOND >= SECONDS_MAX) {
        throw ReboundException.badInput(
            "the request logs say that requests are "
                + (end - start) / SECOND / 86_400
                + " days apart",
            "Restore the run's folder from where it was copied, or run the experiment again.");
      }
      return new Extent(start, loadEnd + 1, end + 1);
    }

    int seconds() {
      return (int) ((endMicros - startMicros + SECOND - 1) / SECOND);
    }
  }
}
