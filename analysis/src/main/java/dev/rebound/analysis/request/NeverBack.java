package dev.rebound.analysis.request;

import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.FaultTimes;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.evidence.RequestLog;
import dev.rebound.analysis.evidence.RequestLog.Request;
import dev.rebound.analysis.evidence.RequestLog.RequestOutcome;
import dev.rebound.analysis.result.Measures;
import dev.rebound.analysis.result.Metrics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Whether a service accepts requests again in the end. A request that is not accepted is not lost,
 * so that nothing else tells of a service that stays away. The time that counts is settle, or,
 * where the load ended before it, all that was meant for later than the last fault and the last
 * return of a victim.
 */
final class NeverBack {
  /** Longer than a service takes to start: who was back for a shorter time may be starting. */
  private static final long START_MICROS = 30_000_000;

  /** A process that was told to die may still answer what it has begun. */
  private static final long DYING_MICROS = 1_000_000;

  private final long lastReturnMicros;
  private final long afterMicros;
  private final long settleMicros;
  private long due;
  private long accepted;
  private long dueInSettle;
  private long acceptedInSettle;
  private long endMicros;

  private NeverBack(List<FaultTimes> faults, List<PhaseTimes> phases) {
    lastReturnMicros =
        faults.stream()
            .flatMap(fault -> fault.returns().stream())
            .mapToLong(t -> t)
            .max()
            .orElse(0);
    long signalMicros = faults.stream().mapToLong(FaultTimes::signalMicros).max().orElse(0);
    afterMicros = LongStream.of(lastReturnMicros, signalMicros + DYING_MICROS).max().orElse(0);
    settleMicros =
        phases.stream()
            .filter(phase -> phase.phase().equals("settle"))
            .mapToLong(phase -> Math.max(phase.startMicros(), afterMicros))
            .findFirst()
            .orElse(Long.MAX_VALUE);
  }

  /**
   * The number of requests that were meant for then, if not one of them was accepted, and else 0;
   * or why that is not known. Throws {@link IOException} naming a bad file.
   */
  static Measures of(Evidence evidence) throws IOException {
    NeverBack all = new NeverBack(evidence.faults(), evidence.phases());
    for (Path file : evidence.requests()) {
      try (RequestLog log = RequestLog.open(file)) {
        for (long n = 0; n < log.requests(); n++) {
          all.take(log.request(n));
        }
      }
    }
    return all.measures(!evidence.faults().isEmpty());
  }

  private void take(Request request) {
    long at = request.intendedMicros();
    endMicros = Math.max(endMicros, at);
    boolean yes = request.settled() == RequestOutcome.ACCEPTED;
    if (at > afterMicros) {
      due++;
      accepted += yes ? 1 : 0;
    }
    if (at >= settleMicros && at > afterMicros) {
      dueInSettle++;
      acceptedInSettle += yes ? 1 : 0;
    }
  }

  private Measures measures(boolean faults) {
    long of = dueInSettle > 0 ? dueInSettle : due;
    boolean back = (dueInSettle > 0 ? acceptedInSettle : accepted) > 0;
    if (of == 0 && faults) {
      return unknown("no request was meant for a time after the last fault");
    } else if (!back && of > 0 && lastReturnMicros + START_MICROS > endMicros) {
      return unknown(
          String.format(
              Locale.ROOT,
              "no request was accepted, but the load ended %.1f s after what had been stopped was"
                  + " started again: let phases.settle be longer",
              Math.max(0, endMicros - lastReturnMicros) / 1e6));
    }
    return new Measures(Map.of(Metrics.NEVER_BACK, back ? 0.0 : (double) of), Map.of());
  }

  private static Measures unknown(String why) {
    return new Measures(Map.of(), Map.of(Metrics.NEVER_BACK, why));
  }
}
