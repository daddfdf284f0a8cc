package dev.rebound.analysis.recovery;

import dev.rebound.analysis.result.Results;
import java.util.List;
import java.util.Map;

/**
 * What the analysis of a run found: the part of {@link Results} that follows from files and times.
 *
 * @param metrics numbers that an expectation can name, by the names of docs/measuring.md, in base
 *     units; infinite where something never ended
 * @param bounds what those numbers are known to lie between that are not exact
 * @param unjudged metric name, or the part of it before a dot, to the reason why it is not known
 */
public record Findings(
    List<Results.FaultResult> faults,
    List<Results.Audit> audits,
    List<Results.Latency> latencies,
    Timeline timeline,
    Map<String, Double> metrics,
    Map<String, Results.Bounds> bounds,
    Map<String, String> unjudged) {}
