/** Shows runs while they go on: a server for this machine alone, and metrics for Prometheus. */
package dev.rebound.report.live;
