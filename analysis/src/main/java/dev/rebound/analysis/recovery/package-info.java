/**
 * What a run showed after each fault: outage, recovery time, steps and latency, worked out from
 * files alone.
 */
package dev.rebound.analysis.recovery;
