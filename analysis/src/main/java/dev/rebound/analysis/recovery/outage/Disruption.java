package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.recovery.lanes.TimeRange;
import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.result.Results.Span;
import dev.rebound.analysis.result.SpanState;
import dev.rebound.analysis.units.Words;
import java.util.List;

/**
 * All time of a fault's watch in which any lane was below, by stretches whose ends are known within
 * bounds.
 *
 * @param sure stretches that there surely were
 */
public record Disruption(FaultWatch watch, List<UncertainInterval> sure, TimeBelow below) {
  /**
   * Adds them up.
   *
   * @param own those of the fault: others that are shorter than {@code chanceMicros} may be chance
   * @param unsureMicros a stretch that may have begun with the signal did, unless so little is
   *     known of when it began; 0 if it begins when it seems to
   */
  public static Disruption of(
      List<UncertainInterval> stretches,
      List<UncertainInterval> own,
      FaultWatch watch,
      long chanceMicros,
      long unsureMicros) {
    long signal = watch.signalMicros();
    List<UncertainInterval> sure = stretches.stream().filter(s -> !s.perhaps()).toList();
    TimeBelow below =
        new TimeBelow(
            sure.stream()
                .filter(s -> own.contains(s) || s.ended().low() - s.began().high() >= chanceMicros)
                .map(
                    s ->
                        new TimeRange(
                            s.began().low() <= signal
                                    && s.began().high() - s.began().low() < unsureMicros
                                ? signal
                                : s.began().high(),
                            s.ended().low()))
                .toList(),
            sure.stream()
                .map(
                    s ->
                        new TimeRange(
                            s.began().low() <= signal && unsureMicros > 0 ? signal : s.start(),
                            s.end()))
                .toList(),
            stretches.stream().map(s -> new TimeRange(s.began().low(), s.ended().high())).toList());
    return new Disruption(watch, sure, below.within(watch.time()));
  }

  /**
   * How long that is.
   *
   * @param leastHighMillis what it may be in any case
   */
  public Span span(long floorMicros, long leastHighMillis, String calm) {
    long floorMillis = OutageEnd.ceilMillis(floorMicros);
    long low = Math.min(below.leastMicros(), below.likelyMicros());
    long best = Math.max(below.leastMicros(), below.likelyMicros());
    long high = OutageEnd.ceilMillis(Math.max(below.mostMicros(), best));
    if (sure.stream().noneMatch(s -> s.end() > watch.signalMicros())) {
      return Span.noDip(Math.max(floorMillis, high), calm);
    }
    String detail = "of " + Words.seconds(watch.time().micros() / 1e6) + " watched";
    return sure.stream().anyMatch(UncertainInterval::open)
        ? Span.unended(low / 1000, floorMillis, detail + "; not over then")
        : Span.ended(best / 1000, low / 1000, Math.max(leastHighMillis, high), floorMillis, detail);
  }

  /** Where no dip was seen, lanes may have been below for as long as the outage may have been. */
  public static Span atLeast(Span disrupted, Span outage) {
    Long least = outage.highMillis();
    Long high = disrupted.highMillis();
    boolean longer = least != null && high != null && high < least;
    return outage.state() == SpanState.NO_DIP && longer ? disrupted.upTo(least) : disrupted;
  }
}
