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
record RequestLogs(List<RequestLog> logs) implements Closeable {
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

  /** How many instances were asked, each by an address of its own. */
  int instances() {
    return logs.stream().mapToInt(RequestLog::targets).max().orElse(0);
  }

  /** Hands over all requests that were ever due, in the order in which they were. */
  void inOrder(Consumer<Request> sink) {
    PriorityQueue<DueRequest> next =
        new PriorityQueue<>(Comparator.comparingLong(due -> due.request.intendedMicros()));
    logs.forEach(log -> addNext(log, 0, next));
    while (!next.isEmpty()) {
      DueRequest first = next.remove();
      sink.accept(first.request);
      addNext(first.log, first.sequence + 1, next);
    }
  }

  private record DueRequest(RequestLog log, long sequence, Request request) {}

  /** Adds the first request of a log from a number on that was ever due. */
  private static void addNext(RequestLog log, long from, PriorityQueue<DueRequest> into) {
    for (long n = from; n < log.requests(); n++) {
      Request request = log.request(n);
      if (request.intendedMicros() != 0) {
        into.add(new DueRequest(log, n, request));
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (RequestLog log : logs) {
      log.close();
    }
  }
}
