package dev.rebound.campaign.sustain;

import java.util.Locale;

/**
 * The judgement of a trial, and the figures behind it; NaN where there is none.
 *
 * @param reason one sentence
 * @param backlogPerSecond growth of the backlog, records per second
 * @param backlogShare the same as a share of the rate
 * @param sentShare records sent as a share of those due
 * @param p99Millis median of the seconds' 99th percentiles
 * @param cpuShare of the machine, mean
 */
public record TrialJudgement(
    TrialOutcome outcome,
    String reason,
    double backlogPerSecond,
    double backlogShare,
    double sentShare,
    double p99Millis,
    double outputPerSecond,
    double cpuShare) {
  /** The same figures with what they say. */
  TrialJudgement say(TrialOutcome says, String words, Object... values) {
    return new TrialJudgement(
        says,
        String.format(Locale.ROOT, words, values),
        backlogPerSecond,
        backlogShare,
        sentShare,
        p99Millis,
        outputPerSecond,
        cpuShare);
  }
}
