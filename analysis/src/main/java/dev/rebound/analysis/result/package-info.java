/**
 * Metrics by name, the results of a run, and the verdict on its expectations.
 *
 * <p>{@link Metrics} lists every metric with unit, noun and meaning: expectations, study files,
 * comparisons, reports and docs/reference/metrics.md draw on it. {@link Doubt} lists what makes the
 * rig less than trustworthy, and which metrics each makes unknown. {@link Verdicts} judges: what
 * could not be judged is never a pass.
 */
package dev.rebound.analysis.result;
