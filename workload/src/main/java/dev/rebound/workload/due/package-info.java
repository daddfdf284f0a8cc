/**
 * What must come out of a job for the inputs that are stored: the seam between a workload, which
 * knows, and an analysis, which compares.
 */
package dev.rebound.workload.due;
