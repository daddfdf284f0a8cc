package dev.rebound.analysis.recovery.lanes;

import dev.rebound.analysis.check.FirstTimes;
import dev.rebound.analysis.check.SendLedger;
import dev.rebound.analysis.evidence.DeliveryGuarantee;
import dev.rebound.analysis.evidence.Evidence;
import dev.rebound.analysis.evidence.Evidence.PhaseTimes;
import dev.rebound.analysis.timeline.Timeline;
import dev.rebound.base.ReboundException;
import java.util.List;
import java.util.stream.Stream;

/**
 * When a run was what.
 *
 * @param load from the first to the last record that was handed to a producer
 * @param lengthMicros from the load's start to its end, or the last phase's, if that is later
 * @param baseline the phase; the warmup, or all before the first fault, where a run has none
 * @param firstSignalMicros when the first fault hit; {@link Long#MAX_VALUE} if none did
 */
public record RunTimes(
    TimeRange load, long lengthMicros, TimeRange baseline, long firstSignalMicros) {
  /** Output that is not committed in batches can come at any moment, as far as this matters. */
  public static final long RHYTHM_MICROS = 200_000;

  /** How often output can become visible at most. */
  public static long rhythmMicros(DeliveryGuarantee promise) {
    return Math.max(RHYTHM_MICROS, promise.visibleEveryMillis() * 1000);
  }

  public static RunTimes of(Evidence evidence, SendLedger ledger) {
    TimeRange load = load(evidence, ledger);
    long end = load.endMicros();
    for (PhaseTimes phase : evidence.phases()) {
      end = Math.max(end, phase.endMicros());
    }
    long length = end - load.startMicros();
    if (length > FirstTimes.LONGEST_MICROS || length < 0) {
      throw ReboundException.badInput(
          "what the run left says that it lasted " + Math.abs(length / 86_400_000_000L) + " days",
          "Restore the run's folder from where it was copied, or run the experiment again.");
    }
    long signal =
        evidence.faults().isEmpty() ? Long.MAX_VALUE : evidence.faults().get(0).signalMicros();
    TimeRange baseline =
        Stream.of("baseline", "warmup")
            .flatMap(name -> evidence.phase(name).stream())
            .map(phase -> new TimeRange(phase.startMicros(), phase.endMicros()))
            .filter(phase -> phase.micros() > 0)
            .findFirst()
            .orElse(new TimeRange(load.startMicros(), Math.min(load.endMicros(), signal)));
    return new RunTimes(load, length, baseline, signal);
  }

  private static TimeRange load(Evidence evidence, SendLedger ledger) {
    long start = Long.MAX_VALUE;
    long end = Long.MIN_VALUE;
    for (int g = 0; g < ledger.generators(); g++) {
      if (ledger.records(g) > 0) {
        start = Math.min(start, ledger.intendedMicros(g, 0));
        end = Math.max(end, ledger.intendedMicros(g, ledger.records(g) - 1));
      }
    }
    List<PhaseTimes> phases = evidence.phases();
    long from = phases.isEmpty() ? 0 : phases.get(0).startMicros();
    return start > end ? new TimeRange(from, from) : new TimeRange(start, end);
  }

  /** A minute before the load: clocks of other machines may be behind. */
  public long earliestMicros() {
    return load.startMicros() - 60_000_000;
  }

  /** The whole second that the load starts in. */
  public long startMicros() {
    return Math.floorDiv(load.startMicros(), 1_000_000L) * 1_000_000L;
  }

  /** Length of a step of the timeline. */
  public long stepMicros() {
    return Timeline.stepMicros(lengthMicros);
  }
}
