package dev.rebound.analysis.recovery;

import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import java.util.List;

/**
 * All time of a fault's watch in which any lane was below.
 *
 * @param below when that was
 */
record Disruption(Span span, TimeBelow below) {
  /**
   * Adds up stretches whose ends are known within bounds.
   *
   * @param own those of the fault: others that are too short to have to be seen may be chance
   */
  static Disruption of(
      List<UncertainInterval> stretches,
      List<UncertainInterval> own,
      FaultWatch watch,
      long floorMicros,
      String calm) {
    long signal = watch.signalMicros();
    long end = watch.endMicros();
    List<UncertainInterval> sure = stretches.stream().filter(s -> !s.perhaps()).toList();
    TimeBelow below =
        new TimeBelow(
                sure.stream()
                    .filter(
                        s -> own.contains(s) || s.endLow() - s.startHigh() >= Dips.WINDOW_MICROS)
                    .map(s -> new Grid.TimeRange(s.startHigh(), s.endLow()))
                    .toList(),
                sure.stream().map(s -> new Grid.TimeRange(s.start(), s.end())).toList(),
                stretches.stream().map(s -> new Grid.TimeRange(s.startLow(), s.endHigh())).toList())
            .within(signal, end);
    long low = below.leastMicros();
    long best = Math.max(low, below.likelyMicros());
    long high = Math.max(best, below.mostMicros());
    long floorMillis = Settling.ceilMillis(floorMicros);
    if (sure.stream().noneMatch(s -> s.end() > signal)) {
      return new Disruption(
          Span.noDip(Math.max(floorMillis, Settling.ceilMillis(high)), calm), below);
    }
    String detail = "of " + Words.seconds((end - signal) / 1e6) + " watched";
    if (sure.stream().anyMatch(UncertainInterval::open)) {
      return new Disruption(
          Span.unended(low / 1000, floorMillis, detail + "; not over then"), below);
    }
    return new Disruption(
        Span.ended(
            best / 1000,
            low / 1000,
            Math.max(floorMillis, Settling.ceilMillis(high)),
            floorMillis,
            detail),
        below);
  }

  /** No less than the outage may have been, and open or unknown where that is. */
  Span atLeast(Span outage) {
    Long least = outage.highMillis();
    Long high = span.highMillis();
    if (outage.state() == SpanState.UNKNOWN) {
      return outage;
    }
    if (outage.state() == SpanState.UNENDED) {
      return Span.unended(span.lowMillis(), span.floorMillis(), span.detail());
    }
    if (outage.state() != SpanState.NO_DIP || least == null || high == null || high >= least) {
      return span;
    }
    return new Span(
        span.state(), span.millis(), span.lowMillis(), least, span.floorMillis(), span.detail());
  }
}
