/** Durations, rates and sizes as people write them. */
package dev.rebound.analysis.units;
