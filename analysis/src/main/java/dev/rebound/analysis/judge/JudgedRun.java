package dev.rebound.analysis.judge;

import dev.rebound.analysis.recovery.AnalysisResult;
import dev.rebound.analysis.result.Results;

/**
 * A run as it was judged.
 *
 * @param whole false if files are not what the run wrote, so that nothing was analysed
 */
public record JudgedRun(Results results, AnalysisResult findings, boolean whole) {}
