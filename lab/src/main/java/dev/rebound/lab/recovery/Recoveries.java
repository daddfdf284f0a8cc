package dev.rebound.lab.recovery;

import dev.rebound.lab.recovery.Analysis.FaultTimes;
import dev.rebound.lab.result.Results.FaultResult;
import dev.rebound.lab.result.Results.Span;
import dev.rebound.lab.result.Results.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What became of each fault: outage, recovery time, steps, and the load beside the capacity. */
final class Recoveries {
  /** Outage or recovery that has an end. */
  static final String ENDED = "ended";

  static final String NO_DIP = "no dip";
  private static final long UNEVEN_MILLIS = 10_000;
  static final String UNENDED = "unended";
  static final String UNKNOWN = "unknown";

  private final Analysis analysis;
  private final Grid grid;
  private final Outages outages;
  private final Frontier frontier;
  private final List<FaultResult> results = new ArrayList<>();

  Recoveries(Analysis analysis, Grid grid, Outages outages, Frontier frontier) {
    this.analysis = analysis;
    this.grid = grid;
    this.outages = outages;
    this.frontier = frontier;
    List<FaultTimes> faults = analysis.faults();
    for (int f = 0; f < faults.size(); f++) {
      results.add(result(faults.get(f), nextSignal(f)));
    }
  }

  /** Why a fault that showed no harm proves nothing. */
  static String tooSoon(long watchedMicros, long neededMillis) {
    return String.format(
        Locale.ROOT,
        "the next fault came after %.1f s, before harm would have shown (%.1f s)",
        watchedMicros / 1e6,
        neededMillis / 1000.0);
  }

  /**
   * How long the delays of a baseline may make a window, milliseconds: against one that is less
   * even than this no fault is measured.
   *
   * @param batchMillis interval at which output becomes visible in batches; 0 if it does not
   */
  static long unevenMillis(long batchMillis) {
    return UNEVEN_MILLIS + 4 * batchMillis;
  }

  List<FaultResult> results() {
    return results;
  }

  /** When each fault was recovered from, in order; the end of the observation if never. */
  long recoveredMicros(int index) {
    FaultResult result = results.get(index);
    Span span = result.recovery();
    long outageMillis = result.outage().state().equals(ENDED) ? result.outage().millis() : 0;
    return switch (span.state()) {
      case ENDED, NO_DIP -> result.atMicros() + Math.max(outageMillis, span.millis()) * 1000;
      default -> Math.min(nextSignal(index), grid.bucketEndMicros(grid.buckets() - 1));
    };
  }

  private long nextSignal(int index) {
    List<FaultTimes> faults = analysis.faults();
    return index + 1 < faults.size() ? faults.get(index + 1).signalMicros() : Long.MAX_VALUE;
  }

  private FaultResult result(FaultTimes fault, long next) {
    long signal = fault.signalMicros();
    Span outage = outages.outage(signal, next);
    Span recovery = recovery(signal, next, outage);
    boolean ended = recovery.state().equals(ENDED);
    long until = ended ? signal + recovery.millis() * 1000 : next;
    List<StepResult> steps = new ArrayList<>(Steps.engine(fault, until));
    steps.addAll(outages.firstOutputs(signal, next));
    if (ended) {
      steps.add(
          new StepResult(
              "caught up", recovery.millis(), recovery.millis(), "topics", recovery.detail()));
    }
    String impact = fault.confirmed() ? fault.heldWork() ? "hit" : "no impact" : "not confirmed";
    return new FaultResult(
        fault.fault(),
        fault.kind(),
        fault.role(),
        fault.victims(),
        signal,
        fault.confirmed(),
        impact,
        outage,
        recovery,
        steps,
        ended ? loadToCapacity(signal, outage, recovery) : null);
  }

  private Span recovery(long signal, long next, Span outage) {
    if (!analysis.workload().deterministic()) {
      return new Span(
          UNKNOWN, 0, 0, "with emitEvery > 1 no output says that its input was processed");
    }
    long flowing = signal + (outage.state().equals(ENDED) ? outage.millis() * 1000 : 0);
    Span recovery = frontier.recovery(signal, next, flowing);
    if (outage.state().equals(UNENDED) && !recovery.state().equals(UNENDED)) {
      return new Span(UNENDED, outage.millis(), recovery.floorMillis(), outage.detail());
    }
    if (outage.state().equals(ENDED) && recovery.state().equals(NO_DIP)) {
      // Lost outputs do not hold the frontier: a lane that stood still until then is no calm one.
      return new Span(
          ENDED,
          outage.millis(),
          outage.floorMillis(),
          "nothing came late, but there was an outage: " + outage.detail());
    }
    return recovery;
  }

  /**
   * Load over the highest rate of distinct outputs in a window between outage end and caught up.
   */
  private @Nullable Double loadToCapacity(long signal, Span outage, Span recovery) {
    int window = grid.bucketsOver(Math.max(1000, 2 * analysis.commitMillis()) * 1000);
    long outageMillis = outage.state().equals(ENDED) ? outage.millis() : 0;
    int from = grid.bucket(signal + Math.min(outageMillis, recovery.millis()) * 1000);
    int to = Math.max(grid.bucket(signal + recovery.millis() * 1000), from + window);
    long peak = 0;
    for (int b = from; b <= to; b++) {
      peak = Math.max(peak, grid.seen(b + 1 - window, b + 1));
    }
    int signalBucket = grid.bucket(signal);
    int due = Math.max(1, to + 1 - signalBucket);
    double load = (double) grid.due(signalBucket, to + 1) / due * window;
    return peak == 0 ? null : load / peak;
  }
}
