/**
 * Shows runs while they go on: a server for this machine alone, and metrics for Prometheus. It
 * reads the files of runs, and no run knows of it. A reader is told only that there is more, and
 * asks for it when it can, so that nothing piles up.
 */
package dev.rebound.report.live;
