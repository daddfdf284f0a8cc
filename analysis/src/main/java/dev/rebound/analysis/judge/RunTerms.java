package dev.rebound.analysis.judge;

import dev.rebound.analysis.result.Expectation;
import dev.rebound.analysis.result.Results;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The terms that a run is judged by, from its experiment.
 *
 * @param head of its results, nothing judged yet
 * @param phases that last as long as is planned, with that
 * @param paced whether each fault follows the recovery from the one before, and not its time
 * @param capacity records that the job sustains a second; null if nobody knows
 */
public record RunTerms(
    Results head,
    List<Expectation> expect,
    RigRules rules,
    LoadKind load,
    Map<String, Duration> phases,
    List<PlannedFault> faults,
    boolean paced,
    @Nullable Double capacity) {}
