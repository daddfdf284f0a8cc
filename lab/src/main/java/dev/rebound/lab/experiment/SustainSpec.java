package dev.rebound.lab.experiment;

import java.time.Duration;

/**
 * The measure by which {@code rebound sustain} takes a rate for sustained, and how closely it
 * searches.
 *
 * @param p99 bound on the 99th percentile of append latency
 * @param settle load at a rate before it is judged
 * @param window load at a rate while it is judged
 * @param resolution how far apart the highest rate that is sustained and the lowest that is not may
 *     stay, as a share
 * @param repeats how often each of these two is tried
 * @param tolerance growth of the backlog that counts as none, as a share of the rate
 */
public record SustainSpec(
    Duration p99,
    Duration settle,
    Duration window,
    double resolution,
    int repeats,
    double tolerance) {}
