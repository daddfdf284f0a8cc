/** Runs and advice at a terminal. */
package dev.rebound.report.terminal;
