/**
 * The files that a run leaves for its check, and their formats.
 *
 * <p>{@link Evidence} has the files and times that matter, and what the job promised ({@link
 * DeliveryGuarantee}). {@link SendLog} has 8 bytes a record (flat out 16, with its time),
 * memory-mapped, so that it outlives a killed generator; {@link RequestLog} 32 bytes a request over
 * HTTP, likewise; {@link ObservedFile} identity, offset and times of every output. Files of earlier
 * versions are still read.
 */
package dev.rebound.analysis.evidence;
