/** Numbers with units: {@link Quantity} as files write them, {@link Words} as people read them. */
package dev.rebound.analysis.units;
