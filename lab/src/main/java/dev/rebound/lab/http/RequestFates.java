package dev.rebound.lab.http;

import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.RequestEnding;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.evidence.SendLog;
import dev.rebound.lab.telemetry.Telemetry;
import dev.rebound.lab.telemetry.WallClock;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of the requests: the slots of both logs, counts, and how long acceptances took.
 *
 * <p>A request is refused if its body was not handed to a connection, or if its whole answer says
 * so. It is unknown if its time was up or its connection broke afterwards: even a status that came
 * without all of its answer decides nothing.
 *
 * <p>In the send log the offset of a request that was accepted is the time from its intended one to
 * its answer, microseconds; one that was refused has failed.
 *
 * <p>Thread-safe but for {@link #describe}.
 */
final class RequestFates {
  private static final WallClock CLOCK = WallClock.SYSTEM;

  private final RequestLog requests;
  private final SendLog sends;
  private final LongAdder accepted = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder notConnected = new LongAdder();
  private final LongAdder timedOut = new LongAdder();
  private final LongAdder bytesIn = new LongAdder();
  private final Map<Integer, LongAdder> statuses = new ConcurrentSkipListMap<>();
  private final Recorder latencyMicros = new Recorder(3);
  private @Nullable Histogram interval;
  private volatile String lastError = "";

  RequestFates(RequestLog requests, SendLog sends) {
    this.requests = requests;
    this.sends = sends;
  }

  /** Notes that a body is about to leave. */
  void handed(long sequence) {
    requests.handed(sequence, CLOCK.micros());
  }

  /**
   * Notes what became of a request.
   *
   * @param handed whether its body was handed to a connection
   */
  void ended(
      RequestExchange exchange, RequestEnding how, boolean handed, @Nullable Throwable error) {
    long now = CLOCK.micros();
    RequestEnding ending =
        how == RequestEnding.BROKEN && !handed ? RequestEnding.NOT_CONNECTED : how;
    RequestOutcome outcome = outcome(exchange, ending, handed);
    requests.ended(
        exchange.sequence(), now, outcome, ending, exchange.status(), exchange.bytesIn());
    long latency = Math.max(0, now - exchange.intendedMicros());
    if (outcome == RequestOutcome.ACCEPTED) {
      sends.set(exchange.sequence(), SendLog.ACKNOWLEDGED + exchange.sequence());
      accepted.increment();
      latencyMicros.recordValue(latency);
    } else if (outcome == RequestOutcome.REFUSED) {
      sends.set(exchange.sequence(), SendLog.FAILED);
      refused.increment();
    } else {
      unknown.increment();
    }
    count(exchange, ending, error);
  }

  private RequestOutcome outcome(RequestExchange exchange, RequestEnding ending, boolean handed) {
    RequestOutcome said =
        ending == RequestEnding.ANSWERED
            ? AnswerRule.outcome(exchange.status(), exchange.saysNoEffect())
            : RequestOutcome.UNKNOWN;
    return said == RequestOutcome.UNKNOWN && !handed ? RequestOutcome.REFUSED : said;
  }

  private void count(RequestExchange exchange, RequestEnding ending, @Nullable Throwable error) {
    bytesIn.add(exchange.bytesIn());
    if (ending == RequestEnding.ANSWERED) {
      statuses.computeIfAbsent(exchange.status(), status -> new LongAdder()).increment();
    } else if (ending == RequestEnding.NOT_CONNECTED) {
      notConnected.increment();
    } else if (ending == RequestEnding.TIMED_OUT) {
      timedOut.increment();
    }
    if (error != null) {
      Throwable cause = error instanceof CompletionException ? error.getCause() : null;
      lastError = (cause == null ? error : cause).toString();
    }
  }

  long accepted() {
    return accepted.sum();
  }

  long refused() {
    return refused.sum();
  }

  /** Requests that are over and may have had an effect. */
  long unknown() {
    return unknown.sum();
  }

  String lastError() {
    return lastError;
  }

  /** Adds counts since the start, and latencies since the last call. One thread only. */
  Telemetry.TelemetryLine describe(Telemetry.TelemetryLine line) {
    Histogram latencies = latencyMicros.getIntervalHistogram(interval);
    interval = latencies;
    return line.put("accepted", accepted())
        .put("refused", refused())
        .put("gaveUp", unknown())
        .put("notConnected", notConnected.sum())
        .put("timedOut", timedOut.sum())
        .put("answers2xx", answers(2))
        .put("answers3xx", answers(3))
        .put("answers4xx", answers(4))
        .put("answers5xx", answers(5))
        .put("statuses", statuses())
        .put("bytesIn", bytesIn.sum())
        .millis("ackMillis", latencies, 50, 99, 100);
  }

  /** How often each status came: {@code 201 x 17, 400 x 3}. */
  private String statuses() {
    return statuses.entrySet().stream()
        .map(status -> status.getKey() + " x " + status.getValue().sum())
        .collect(Collectors.joining(", "));
  }

  /** How many whole answers had such a status: of 2xx for 2, of all from 500 on for 5. */
  private long answers(int hundreds) {
    return statuses.entrySet().stream()
        .filter(status -> Math.min(5, status.getKey() / 100) == hundreds)
        .mapToLong(status -> status.getValue().sum())
        .sum();
  }
}
