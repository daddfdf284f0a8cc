/**
 * What people and their programs read of a run: terminal, CSV files and the HTML report, all from
 * its journal and its results.
 */
package dev.rebound.report;
