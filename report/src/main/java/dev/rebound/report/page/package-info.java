/** Pages of runs, and the data that they are built from. */
package dev.rebound.report.page;
