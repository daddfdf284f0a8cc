/**
 * Runs held against each other: what they share, how far they differ, and how sure that is. Pure.
 *
 * <p>{@code statistics} has figures and their intervals, {@code run} what is read of one run,
 * {@code cell} which runs count together, {@code baseline} whether later runs recover slower. Here
 * {@link Comparer} puts a {@link Comparison} together: {@link CellReading} works out a cell, {@link
 * Sentences} and {@link Claims} say what a pair of cells carries, {@link ControlPairs} holds
 * controls against their runs. {@link CellAxes} follow a metric over a setting, {@link Scalings} a
 * rate over a number, {@link TradeOffs} what one metric costs in another. {@link
 * SampleSizeEstimate} says from one block how many it takes.
 */
package dev.rebound.analysis.compare;
