/** The course of a run for charts and CSV files, as results keep it. */
package dev.rebound.analysis.timeline;
