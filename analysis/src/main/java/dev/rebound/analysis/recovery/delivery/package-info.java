/**
 * The delivery of all inputs together: since when the oldest one that is not delivered has been due
 * ({@link DeliveryWatermark}).
 */
package dev.rebound.analysis.recovery.delivery;
