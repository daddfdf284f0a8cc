package dev.rebound.lab.runner;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.ObservedFile;
import dev.rebound.analysis.evidence.SendLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests to a service without an answer that tells: those that left a row were done, the others
 * were not. Pure.
 */
final class UnansweredRequests {
  private static final long SECOND_MICROS = 1_000_000;
  private static final int GENERATOR_SHIFT = 48;

  private UnansweredRequests() {}

  /**
   * Requests of unknown outcome of which there is a row, by {@code generator << 48 | sequence}, to
   * their place among all that were asked.
   *
   * @param rows what a reader of the rows saw
   */
  static Map<Long, Long> resolved(List<Path> sendLogs, Path rows) throws IOException {
    Map<Long, Long> resolved = new HashMap<>();
    Map<Integer, SendLog> logs = new HashMap<>();
    try {
      for (Path file : sendLogs) {
        SendLog log = SendLog.open(file);
        logs.put(log.generator(), log);
      }
      try (ObservedFile.Reader row = new ObservedFile.Reader(rows)) {
        while (row.next()) {
          SendLog log = logs.get(row.generator());
          if (row.kind() == ObservedFile.KIND_MATCH
              && log != null
              && row.sequence() >= 0
              && log.slot(row.sequence()) == SendLog.UNKNOWN) {
            resolved.put(
                (long) row.generator() << GENERATOR_SHIFT | row.sequence(), row.sequence());
          }
        }
      }
    } finally {
      for (SendLog log : logs.values()) {
        log.close();
      }
    }
    return resolved;
  }

  /** How many requests there were by then, once a second: what stands in the place of offsets. */
  static List<Evidence.OffsetSample> asked(List<Path> sendLogs) throws IOException {
    List<Evidence.OffsetSample> samples = new ArrayList<>();
    for (Path file : sendLogs) {
      try (SendLog log = SendLog.open(file)) {
        long next = log.startMicros() + SECOND_MICROS;
        long end = log.records(file);
        for (long n = 0; n < end; n++) {
          long at = log.slot(n) == SendLog.NOT_SENT ? 0 : log.intendedMicros(n);
          if (at >= next) {
            samples.add(new Evidence.OffsetSample(next, List.of(n)));
            next = at + SECOND_MICROS;
          }
        }
        samples.add(new Evidence.OffsetSample(next, List.of(end)));
      }
    }
    return samples;
  }
}
