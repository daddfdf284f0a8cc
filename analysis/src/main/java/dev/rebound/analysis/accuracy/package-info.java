/**
 * The instrument's own accuracy: made-up runs whose truth is known by construction, and how well
 * the printed intervals hold it.
 */
package dev.rebound.analysis.accuracy;
