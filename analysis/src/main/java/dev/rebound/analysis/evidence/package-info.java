/** What a run leaves for its check, and the formats of it. */
package dev.rebound.analysis.evidence;
