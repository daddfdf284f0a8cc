/**
 * The recovery of a run from each fault: outage, recovery time, steps and latency, worked out from
 * files alone.
 */
package dev.rebound.analysis.recovery;
