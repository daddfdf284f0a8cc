/**
 * The recovery of a run from each fault: outage, recovery time, steps and latency, worked out from
 * files alone by {@link Analyst}.
 *
 * <p>{@link TopicAnalysis} measures one output topic in stages; the packages below hold one each:
 * lanes, delivery, offsets, outage, latency, charts. Each of several output topics is worked out by
 * itself, and {@link TopicAggregate} puts them together: {@link TopicFaults} for faults.
 */
package dev.rebound.analysis.recovery;
