/**
 * Figures over runs, and how sure they are. Pure, and knows no run.
 *
 * <p>{@link BoundedValue} is a number known by its bounds, {@link Sample} holds those of a cell by
 * run, {@link UnendedFaults} counts the faults that no median shows. {@link Intervals} makes an
 * {@link Estimate} of one sample or of {@link TwoSamples}, on a {@link Scale}. {@link
 * ScalabilityFit} fits the law of scaling by {@link LeastSquares}. {@link MetricWords} writes
 * figures as sentences have them.
 */
package dev.rebound.analysis.compare.statistics;
