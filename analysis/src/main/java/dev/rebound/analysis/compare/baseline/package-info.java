/**
 * Whether later runs recover slower than earlier ones. Pure.
 *
 * <p>{@link Baseline} is what runs measured, kept small. {@link Regression} holds later runs
 * against it where {@link SetupComparison} and {@link MachineComparison} find them alike: by a
 * {@link Slowdown} of each {@link ComparedLength}, from its {@link LengthRatio}.
 */
package dev.rebound.analysis.compare.baseline;
