/** What charts show of a run: what happened around each fault ({@link FaultTimelines}). */
package dev.rebound.analysis.recovery.charts;
