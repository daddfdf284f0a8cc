package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.result.Metrics;
import dev.rebound.analysis.result.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How long a service accepted nothing after each fault, though requests were due: from the first
 * time that one was due and not accepted any more until the next answer that accepts. One that
 * waits for its answer is due, too, however long ago it was sent: users who all wait send nothing
 * that would be due later. What is told of a fault ends where the next one begins, but for a
 * stretch that goes on.
 */
final class Absence {
  /** What is refused so shortly before the load ends tells no absence without an end. */
  private static final long SHORT_MICROS = 500_000;

  /** When requests were due, when answers came that accept, and when those were due that failed. */
  private final Times due = new Times();

  private final Times accepted = new Times();
  private final Times failed = new Times();

  /** When it was known of requests what became of them; never of those in flight at the end. */
  private final Times over = new Times();

  private final long loadEndMicros;

  /** Times that grow in number, and are sorted in the end. */
  private static final class Times {
    private long[] micros = new long[1024];
    private int size;

    void add(long at) {
      if (size == micros.length) {
        micros = Arrays.copyOf(micros, 2 * size);
      }
      micros[size++] = at;
    }

    void sort() {
      Arrays.sort(micros, 0, size);
    }

    /** Number of the first one that is not before a time. */
    int from(long at) {
      int low = 0;
      int high = size;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (micros[middle] < at) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    long get(int number) {
      return number < size ? micros[number] : Long.MAX_VALUE;
    }
  }

  private Absence(Evidence evidence) {
    loadEndMicros =
        evidence.phases().stream()
            .filter(phase -> Metrics.PHASES.contains(phase.phase()))
            .mapToLong(PhaseTimes::endMicros)
            .max()
            .orElse(0);
  }

  /**
   * What each fault did, by its number; empty without faults. Throws {@link IOException} naming a
   * bad file.
   */
  static Map<Integer, Results.Away> of(Evidence evidence) throws IOException {
    Map<Integer, Results.Away> each = new HashMap<>();
    if (evidence.faults().isEmpty()) {
      return each;
    }
    Absence absence = new Absence(evidence);
    for (Path file : evidence.requests()) {
      absence.read(file);
    }
    List.of(absence.due, absence.accepted, absence.failed, absence.over).forEach(Times::sort);
    for (FaultTimes fault : evidence.faults()) {
      long until =
          evidence.faults().stream()
              .mapToLong(FaultTimes::signalMicros)
              .filter(signal -> signal > fault.signalMicros())
              .min()
              .orElse(Long.MAX_VALUE);
      each.put(fault.fault(), absence.after(fault.signalMicros(), until));
    }
    return each;
  }

  private void read(Path file) throws IOException {
    try (RequestLog log = RequestLog.open(file)) {
      for (long n = 0; n < log.requests(); n++) {
        Request request = log.request(n);
        if (request.intendedMicros() > 0) {
          due.add(request.intendedMicros());
          over.add(overMicros(request));
          if (request.settled() == RequestOutcome.ACCEPTED) {
            accepted.add(request.knownMicros());
          } else {
            failed.add(request.intendedMicros());
          }
        }
      }
    }
  }

  /** One that is in flight still waited when its process was ended, as with a short drain. */
  private static long overMicros(Request request) {
    if (request.knownMicros() > 0) {
      return request.knownMicros();
    }
    return request.outcome() == RequestOutcome.IN_FLIGHT
        ? Long.MAX_VALUE
        : request.intendedMicros();
  }

  /** The longest stretch that is under way between two times. */
  private Results.Away after(long signalMicros, long untilMicros) {
    long longest = 0;
    boolean ended = true;
    int next = accepted.from(signalMicros);
    long before = next == 0 ? 0 : accepted.get(next - 1);
    for (; before < untilMicros; next++) {
      long first = anyWaits(before) ? before : due.get(due.from(before));
      long start = Math.max(first, signalMicros);
      long end = accepted.get(next);
      if (first == Long.MAX_VALUE) {
        break;
      }
      boolean open = end == Long.MAX_VALUE;
      long length = (open ? lastMicros() : end) - start;
      if (start < untilMicros && length > longest) {
        longest = length;
        ended = !open || length < SHORT_MICROS;
      }
      if (open) {
        break;
      }
      before = end;
    }
    return new Results.Away(
        longest / 1000, ended, failed.from(untilMicros) - failed.from(signalMicros));
  }

  /** Whether a request that was due before a time had no outcome yet. */
  private boolean anyWaits(long at) {
    return due.from(at) > over.from(at + 1);
  }

  /** Until when a request was due, or waited while there was load. */
  private long lastMicros() {
    long lastOver = over.size == 0 ? 0 : over.get(over.size - 1);
    return Math.max(due.get(due.size - 1), Math.min(lastOver, loadEndMicros));
  }
}
