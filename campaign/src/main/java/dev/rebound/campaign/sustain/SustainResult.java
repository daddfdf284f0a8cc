package dev.rebound.campaign.sustain;

import dev.rebound.lab.experiment.SustainSpec;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search, or what it had found when it ended early.
 *
 * @param machine host, cores and memory
 * @param started ISO 8601
 * @param backlogShareMax growth of the backlog that counted as none, as a share of the rate
 * @param ended why it ended early; empty if it came to its end
 */
public record SustainResult(
    String name,
    String engine,
    String engineVersion,
    String guarantee,
    String profile,
    int workers,
    int threads,
    String machine,
    String started,
    SustainSpec spec,
    double backlogShareMax,
    List<Trial> trials,
    RateSearch.Bracket bracket,
    String ended) {

  /** The outcome in one sentence. */
  public String sentence() {
    Double rate = bracket.rate();
    Double low = bracket.low();
    Double high = bracket.high();
    String who = engine + " " + engineVersion + " (profile " + profile + ")";
    if (!bracket.complete()) {
      return who + ": " + incomplete(rate, high) + (ended.isEmpty() ? "" : ": " + ended);
    }
    if (rate == null || low == null) {
      return who + " did not sustain even the lowest rate that was tried";
    }
    String found = String.format(Locale.ROOT, "%s sustains %,.0f records/s", who, rate);
    if (high == null) {
      return found + ", the highest rate that was tried";
    }
    return found
        + String.format(Locale.ROOT, "; its capacity is between %,.0f and %,.0f/s", low, high)
        + (bracket.limitedByRig()
            ? ", where the load generators stopped keeping up: the rig is the limit, and the job may sustain more"
            : "");
  }

  private static String incomplete(@Nullable Double rate, @Nullable Double high) {
    if (rate == null && high == null) {
      return "incomplete, nothing is known yet";
    }
    return "incomplete, "
        + (rate == null ? "" : String.format(Locale.ROOT, "%,.0f/s was sustained", rate))
        + (rate == null || high == null ? "" : " and ")
        + (high == null ? "" : String.format(Locale.ROOT, "%,.0f/s was not", high));
  }
}
