/**
 * Runs held against each other: what they share, how far they differ, and how sure that is. Pure,
 * except for the classes that read runs' folders and write the comparison.
 */
package dev.rebound.analysis.compare;
