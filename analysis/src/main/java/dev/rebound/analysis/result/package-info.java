/** Metrics by name, results of a run, and the verdict on its expectations. */
package dev.rebound.analysis.result;
