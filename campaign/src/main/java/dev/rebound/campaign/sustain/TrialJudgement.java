package dev.rebound.campaign.sustain;

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
    double cpuShare) {}
