package dev.rebound.analysis.recovery.outage;

import dev.rebound.analysis.recovery.lanes.UncertainInterval;
import dev.rebound.analysis.result.Results.Span;
import java.util.List;

/**
 * The outcome of a fault's watch.
 *
 * @param own stretches that the span is made of, in order of their start
 * @param others those that began after it had settled
 */
public record WatchOutcome(Span span, List<UncertainInterval> own, List<UncertainInterval> others) {
  /** One of which nothing is known, with the reason. */
  public static WatchOutcome unknown(String why) {
    return new WatchOutcome(Span.unknown(why), List.of(), List.of());
  }

  public WatchOutcome with(Span other) {
    return new WatchOutcome(other, own, others);
  }

  /** The same whose span says more, before what it says. */
  public WatchOutcome detailed(String more) {
    return with(span.detailed(span.detail().isEmpty() ? more : more + "; " + span.detail()));
  }

  /** How many lanes the span is made of. */
  public long lanes() {
    return own.stream().mapToInt(UncertainInterval::lane).distinct().count();
  }
}
