/**
 * The seam between a workload, which knows what must come out for the inputs that are stored, and
 * an analysis, which compares.
 *
 * <p>A {@link Due} has a {@link DueTable} with a row for each output: when it is due, of which
 * input, in which lanes and which group. Walking, looking up and lanes are written once; a workload
 * fills a {@link FilledTable}, or computes a table, and says which row an output is. A {@link
 * StateAudit} judges what outputs say of states; the {@link Ledger} says what became of each input.
 */
package dev.rebound.oracle.due;
