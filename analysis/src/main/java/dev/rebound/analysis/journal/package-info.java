/** The events of a run: what every output is made of. */
package dev.rebound.analysis.journal;
