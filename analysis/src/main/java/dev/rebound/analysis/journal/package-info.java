/**
 * The events of a run: what every output is made of. A new output is a listener; a new fact is an
 * {@link Event}.
 */
package dev.rebound.analysis.journal;
