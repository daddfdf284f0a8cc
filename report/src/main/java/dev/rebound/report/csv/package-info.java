/** A run as CSV files. */
package dev.rebound.report.csv;
