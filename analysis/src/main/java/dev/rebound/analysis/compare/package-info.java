/**
 * Runs held against each other: what they share, how far they differ, and how sure that is. Pure.
 *
 * <p>{@link Cells} sorts runs that count together, {@link Samples} picks one metric out of them and
 * leaves out what is in doubt, {@link Intervals} gives means over runs and their t-intervals on a
 * {@link Scale}. {@link Blocks} finds runs made side by side, so that {@link TwoSamples} compares
 * within blocks. {@link Sentences} and {@link Claims} say what a pair of cells carries, {@link
 * Pairs} holds controls against their runs, {@link QueueModel} predicts a recovery time from an
 * outage. {@link Axes} follow a metric over a setting, over load ÷ capacity by {@link LoadAxis}
 * with what {@link BacklogCapacity} tells; {@link Scalings} follow a rate over a number, with a law
 * that {@link ScalabilityFit} fits by {@link LeastSquares}. {@link Comparer} puts them together to
 * a {@link Comparison}. {@link Pilot} says from one block how many it takes. {@link Unended} counts
 * the faults that no median shows. {@link Baseline} is what runs measured, kept small, and {@link
 * Regression} says whether later runs recover slower than it, where {@link SetUps} and {@link
 * Machines} are alike: by a {@link Slowdown} of each {@link HeldLength}, from its {@link
 * Lengthening}.
 */
package dev.rebound.analysis.compare;
