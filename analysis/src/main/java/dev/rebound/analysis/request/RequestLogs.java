package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.Request;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/** The request logs of all load processes of a run, open. */
final class RequestLogs implements Closeable {
  private final List<RequestLog> logs;

  private RequestLogs(List<RequestLog> logs) {
    this.logs = logs;
  }

  /** Opens them; throws {@link IOException} naming a bad one. */
  static RequestLogs open(List<Path> files) throws IOException {
    RequestLogs all = new RequestLogs(new ArrayList<>());
    try {
      for (Path file : files) {
        all.logs.add(RequestLog.open(file));
      }
      return all;
    } catch (IOException | RuntimeException e) {
      all.close();
      throw e;
    }
  }

  List<RequestLog> each() {
    return logs;
  }

  /** How many instances were asked, each by an address of its own. */
  int instances() {
    return logs.stream().mapToInt(RequestLog::targets).max().orElse(0);
  }

  /** Hands over all requests that were ever due, in the order in which they were. */
  void inOrder(Consumer<Request> sink) {
    PriorityQueue<Cursor> next =
        new PriorityQueue<>(Comparator.comparingLong(Cursor::intendedMicros));
    logs.stream().map(Cursor::new).filter(Cursor::atRequest).forEach(next::add);
    while (!next.isEmpty()) {
      Cursor first = next.remove();
      sink.accept(first.request());
      first.next();
      if (first.atRequest()) {
        next.add(first);
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (RequestLog log : logs) {
      log.close();
    }
  }

  /** Goes through the requests of one log that were ever due, in order. */
  static final class Cursor {
    private final RequestLog log;
    private long sequence = -1;
    private Request request =
        new Request(
            0, 0, 0, RequestLog.RequestOutcome.NOT_SENT, RequestLog.RequestEnding.NONE, 0, 0, 0, 0);

    Cursor(RequestLog log) {
      this.log = log;
      next();
    }

    /** False once there is none left. */
    boolean atRequest() {
      return sequence < log.requests();
    }

    Request request() {
      return request;
    }

    /** {@link Long#MAX_VALUE} once there is none left. */
    long intendedMicros() {
      return atRequest() ? request.intendedMicros() : Long.MAX_VALUE;
    }

    void next() {
      do {
        sequence++;
        if (atRequest()) {
          request = log.request(sequence);
        }
      } while (atRequest() && request.intendedMicros() == 0);
    }
  }
}
