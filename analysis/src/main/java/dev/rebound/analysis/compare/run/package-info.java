/**
 * One run as comparing needs it. Pure.
 *
 * <p>{@link ComparedRun} is a run with its settings, {@link SubjectMeans} and curves; {@link
 * RunIdentity} tells whether two are one. {@link Samples} picks one metric out of runs and leaves
 * out what is in doubt; {@link QueueModel} predicts a recovery time from an outage. {@link
 * Variants} tells apart what shares a name, by {@link DottedKeys}, {@link DataKeys} and {@link
 * ContentHash}.
 */
package dev.rebound.analysis.compare.run;
