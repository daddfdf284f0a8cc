package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.PendingRequests;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.oracle.due.LargeArrays;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How long it took from the answer that accepted a request until its row was written, and which of
 * those without a row were still on their way in the end. A row that was written before the answer
 * counts as 0, one that is not there as endless. Its first row counts, as its database timed it.
 */
final class Persistence {
  /**
   * The times until rows were written, and requests whose rows may be missing.
   *
   * @param all over the whole load
   * @param phases of the requests meant for each phase that was asked for, in order
   * @param pending accepted requests without a row that were seen on their way, dead letters
   *     included
   * @param deadLetters of these, those that were set aside
   * @param early rows that are dated before their request was sent: their dates are wrong
   * @param earliestMicros by how much, the one that is furthest off; 0 without any
   * @param answeredEarly accepted requests that had no row yet when they were answered
   */
  record PersistenceFigures(
      RequestLatency all,
      List<RequestLatency> phases,
      long pending,
      long deadLetters,
      long early,
      long earliestMicros,
      long answeredEarly) {}

  /**
   * Both times are of one machine's clock, which may have been slewed, and rows have milliseconds.
   */
  private static final long CLOCK_MICROS = 100_000;

  /** A row that comes so long after its answer was not there when it was answered. */
  private static final long AFTER_ANSWER_MICROS = 20_000;

  private final Map<Integer, GeneratorRequests> logs = new HashMap<>();
  private final List<PhaseTimes> phases;
  private final PendingRequests waiting;
  private final LatencySum all = new LatencySum();
  private final List<LatencySum> ofPhases = new ArrayList<>();
  private long pending;
  private long deadLetters;
  private long early;
  private long earliestMicros;
  private long answeredEarly;

  /** The requests of one generator, and which of them have a row. */
  private record GeneratorRequests(RequestLog log, LargeArrays.Bits done, LargeArrays.Bits inTime) {
    /** Whether a row is of one of these. */
    boolean has(ObservedFile.Reader row) {
      return row.kind() == ObservedFile.KIND_MATCH
          && row.sequence() >= 0
          && row.sequence() < log.requests();
    }
  }

  private Persistence(List<PhaseTimes> phases, PendingRequests waiting) {
    this.phases = phases;
    this.waiting = waiting;
    phases.forEach(phase -> ofPhases.add(new LatencySum()));
  }

  /**
   * Reads the files of a run that sent requests; throws {@link IOException} if one cannot be read.
   */
  static PersistenceFigures read(Evidence evidence, RequestLogs logs, List<PhaseTimes> phases)
      throws IOException {
    Persistence persistence = new Persistence(phases, evidence.waiting());
    for (RequestLog log : logs.logs()) {
      persistence.logs.put(
          log.generator(),
          new GeneratorRequests(log, new LargeArrays.Bits(), new LargeArrays.Bits()));
    }
    Path rows = evidence.reread();
    persistence.inTime(evidence.committed());
    if (rows != null) {
      persistence.inTime(rows);
    }
    persistence.rows(rows == null ? evidence.committed() : rows);
    persistence.others();
    return persistence.found();
  }

  /**
   * Notes which requests had a row by their answer in some reading: one that is written once more
   * later has that time in the last one.
   */
  private void inTime(Path file) throws IOException {
    try (ObservedFile.Reader row = new ObservedFile.Reader(file)) {
      while (row.next()) {
        GeneratorRequests asked = logs.get(row.generator());
        if (asked != null && asked.has(row)) {
          long known = asked.log.request(row.sequence()).knownMicros();
          if (row.appendMillis() * 1000 - known <= AFTER_ANSWER_MICROS) {
            var unused = asked.inTime.add(row.sequence());
          }
        }
      }
    }
  }

  private void rows(Path file) throws IOException {
    try (ObservedFile.Reader row = new ObservedFile.Reader(file)) {
      while (row.next()) {
        GeneratorRequests asked = logs.get(row.generator());
        long sequence = row.sequence();
        if (asked != null && asked.has(row) && asked.done.add(sequence)) {
          Request request = asked.log.request(sequence);
          noteEarly(request, row.appendMillis() * 1000);
          if (request.outcome() == RequestOutcome.ACCEPTED) {
            long micros = Math.max(0, row.appendMillis() * 1000 - request.knownMicros());
            answeredEarly += asked.inTime.contains(sequence) ? 0 : 1;
            all.add(micros);
            phase(request).forEach(sum -> sum.add(micros));
          }
        }
      }
    }
  }

  private void noteEarly(Request request, long writtenMicros) {
    long by = request.sentMicros() - writtenMicros;
    if (request.handed() && by > CLOCK_MICROS) {
      early++;
      earliestMicros = Math.max(earliestMicros, by);
    }
  }

  /** Counts requests that were accepted and have no row. */
  private void others() {
    logs.forEach(
        (generator, asked) -> {
          for (long n = 0; n < asked.log.requests(); n++) {
            Request request = asked.log.request(n);
            if (request.outcome() == RequestOutcome.ACCEPTED && !asked.done.contains(n)) {
              all.addEndless();
              phase(request).forEach(LatencySum::addEndless);
              long key = (long) generator << 48 | n;
              pending += waiting.holds(key) ? 1 : 0;
              deadLetters += waiting.deadLetters().contains(key) ? 1 : 0;
            }
          }
        });
  }

  private List<LatencySum> phase(Request request) {
    return IntStream.range(0, phases.size())
        .filter(i -> phases.get(i).holds(request.intendedMicros()))
        .mapToObj(ofPhases::get)
        .toList();
  }

  private PersistenceFigures found() {
    return new PersistenceFigures(
        all.latency(),
        ofPhases.stream().map(LatencySum::latency).toList(),
        pending,
        deadLetters,
        early,
        earliestMicros,
        answeredEarly);
  }
}
