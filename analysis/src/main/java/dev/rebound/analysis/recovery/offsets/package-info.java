/**
 * Lanes without identities: input partitions by committed offsets ({@link CommitLanes}), output
 * partitions by append times ({@link OutputFlow}).
 */
package dev.rebound.analysis.recovery.offsets;
