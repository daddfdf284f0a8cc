/** Latencies of outputs and of windows, by phase and by second. */
package dev.rebound.analysis.recovery.latency;
