package dev.rebound.analysis.request;

/**
 * How long requests took, milliseconds, from the time for which each was intended; where each user
 * waits for its answer, that is when it was sent. NaN where there are none. Percentiles have three
 * significant digits; mean and maximum are exact.
 *
 * @param count requests that these are of
 */
public record RequestLatency(
    long count, double mean, double p50, double p90, double p95, double p99, double max) {}
