/**
 * What charts show of a run: its outputs second by second ({@link Timelines}), and what happened
 * around each fault ({@link FaultTimelines}).
 */
package dev.rebound.analysis.recovery.charts;
