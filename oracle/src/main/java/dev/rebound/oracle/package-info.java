/**
 * The oracle: what is due of the inputs that are stored, and what judges the outputs that came.
 *
 * <p>{@link Oracles} finds that of a workload. Jobs see none of this.
 */
package dev.rebound.oracle;
