/**
 * The delivery of all inputs together: since when the oldest one that is not delivered has been due
 * ({@link Frontier}).
 */
package dev.rebound.analysis.recovery.delivery;
